//! The book: Markdown as pages. A link to what is not part of the site is left as text, so that no link is broken.

use super::Made;
use crate::html::escape;
use crate::page::{Place, foot, head};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The chapters, and the files that stand beside them.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    /// The chapters, in the order in which they are listed.
    pub chapters: Vec<Chapter>,
    /// Pictures and tables, by their path beside the chapters.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// A chapter.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// Its file, such as `ring.md`, or `assumptions/ring.md` in a folder of the book.
    pub name: String,
    /// Its text.
    pub markdown: String,
}

impl Chapter {
    /// Its first heading, or the name of its file.
    pub fn title(&self) -> String {
        let line = self.markdown.lines().find(|line| line.starts_with("# "));
        line.map_or_else(|| self.name.clone(), |line| line[2..].trim().to_owned())
    }
}

/// Where the page of a chapter is, within the book: `assumptions/ring.md` is `assumptions-ring.html`, so that every page is in one folder.
fn page_of(name: &str) -> String {
    let stem = name.strip_suffix(".md").unwrap_or(name);
    let stem = if stem == "README" { "contents" } else { stem };
    stem.replace('/', "-")
}

/// A path of the book, as a chapter names it from where it stands; nothing if it leads out of the book.
fn resolve(from: &str, link: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// What a link may name: where the page of each chapter is, and its headings.
type Pages<'a> = HashMap<&'a str, (String, Vec<String>)>;

/// The book of a catalog that has none.
pub(super) fn empty() -> String {
    let main = "<main id=\"main\"><h1>Book</h1><p>This catalog has no book.</p></main>\n";
    head("Book", Place::Site, "../") + main + &foot(Place::Site, "../")
}

impl Shelf {
    pub(super) fn write<E>(&self, put: &mut dyn FnMut(Made) -> Result<(), E>) -> Result<(), E> {
        if self.chapters.is_empty() {
            return Ok(());
        }
        let pages = self.pages();
        let mut contents = head("Book", Place::Site, "../");
        contents.push_str("<main id=\"main\"><h1>Book</h1><ul class=\"chapters\">\n");
        for chapter in &self.chapters {
            contents.push_str(&format!(
                "<li><a href=\"{}\">{}</a></li>\n",
                escape(&pages[chapter.name.as_str()].0),
                escape(&chapter.title().replace('`', ""))
            ));
        }
        contents.push_str("</ul></main>\n");
        contents.push_str(&foot(Place::Site, "../"));
        put(("book/index.html".to_owned(), contents.into_bytes()))?;
        for chapter in &self.chapters {
            let title = chapter.title().replace('`', "");
            let mut page = head(&title, Place::Site, "../");
            page.push_str("<main id=\"main\" class=\"book\">\n");
            page.push_str(&self.render(chapter, &pages));
            page.push_str("</main>\n");
            page.push_str(&foot(Place::Site, "../"));
            put((
                format!("book/{}", pages[chapter.name.as_str()].0),
                page.into_bytes(),
            ))?;
        }
        for (path, bytes) in &self.files {
            put((format!("book/{path}"), bytes.clone()))?;
        }
        Ok(())
    }

    /// A page for each chapter, none of them that of another or of the list of all.
    fn pages(&self) -> Pages<'_> {
        let mut taken = BTreeSet::from(["index.html".to_owned()]);
        let mut pages = Pages::new();
        for chapter in &self.chapters {
            let stem = page_of(&chapter.name);
            let mut page = format!("{stem}.html");
            let mut number = 2;
            while !taken.insert(page.clone()) {
                page = format!("{stem}-{number}.html");
                number += 1;
            }
            pages.insert(&chapter.name, (page, headings(&chapter.markdown)));
        }
        pages
    }

    fn render(&self, chapter: &Chapter, pages: &Pages<'_>) -> String {
        let mut slugs = headings(&chapter.markdown).into_iter();
        // Whether each open link leads somewhere.
        let mut open = Vec::new();
        let events =
            Parser::new_ext(&chapter.markdown, options()).flat_map(|event| -> Vec<Event<'_>> {
                match event {
                    Event::Start(Tag::Link {
                        link_type,
                        dest_url,
                        title,
                        id,
                    }) => {
                        let target = self.target(&dest_url, &chapter.name, pages);
                        open.push(target.is_some());
                        let start = target.map(|target| {
                            let dest_url = CowStr::from(target);
                            Event::Start(Tag::Link {
                                link_type,
                                dest_url,
                                title,
                                id,
                            })
                        });
                        start.into_iter().collect()
                    }
                    Event::End(TagEnd::Link) => match open.pop() {
                        Some(true) => vec![Event::End(TagEnd::Link)],
                        _ => Vec::new(),
                    },
                    Event::Start(Tag::Heading {
                        level,
                        classes,
                        attrs,
                        ..
                    }) => {
                        let id = slugs.next().map(CowStr::from);
                        vec![Event::Start(Tag::Heading {
                            level,
                            id,
                            classes,
                            attrs,
                        })]
                    }
                    Event::Start(Tag::Image {
                        link_type,
                        dest_url,
                        title,
                        id,
                    }) => {
                        let file = resolve(&chapter.name, &dest_url);
                        let file = file.filter(|file| self.files.contains_key(file));
                        vec![Event::Start(match file {
                            Some(file) => Tag::Image {
                                link_type,
                                dest_url: CowStr::from(file),
                                title,
                                id,
                            },
                            None => Tag::Emphasis,
                        })]
                    }
                    // A chapter is text; whatever markup is in it is shown and not done.
                    Event::Html(text) | Event::InlineHtml(text) if !text.starts_with("<!--") => {
                        vec![Event::Text(text)]
                    }
                    Event::Html(_) | Event::InlineHtml(_) => Vec::new(),
                    other => vec![other],
                }
            });
        let mut out = String::new();
        html::push_html(&mut out, events);
        let out = out.replace(
            "<table>",
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table\"><table>",
        );
        out.replace("</table>", "</table></div>")
            .replace("<pre>", "<pre tabindex=\"0\">")
    }

    /// Where a link of a chapter leads in the site; nothing if it leads out of it into files that are not there.
    fn target(&self, link: &str, from: &str, pages: &Pages<'_>) -> Option<String> {
        if link.starts_with("https://")
            || link.starts_with("http://")
            || link.starts_with("mailto:")
        {
            return Some(link.to_owned());
        }
        let (path, anchor) = link
            .split_once('#')
            .map_or((link, None), |(p, a)| (p, Some(a)));
        let named = match path {
            "" => from.to_owned(),
            path => resolve(from, path)?,
        };
        if self.files.contains_key(&named) {
            return Some(named);
        }
        let (page, known) = pages.get(named.as_str())?;
        let page = if path.is_empty() { "" } else { page };
        match anchor {
            Some(anchor) if known.iter().any(|slug| slug == anchor) => {
                Some(format!("{page}#{anchor}"))
            }
            _ if page.is_empty() => None,
            _ => Some(page.to_owned()),
        }
    }
}

fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_FOOTNOTES
}

/// The names of a chapter's headings in links, as GitHub makes them.
fn headings(markdown: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut current: Option<String> = None;
    for event in Parser::new_ext(markdown, options()) {
        match event {
            Event::Start(Tag::Heading { .. }) => current = Some(String::new()),
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut current {
                    heading.push_str(&text);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let heading = current.take().unwrap_or_default().to_lowercase();
                let kept = heading
                    .chars()
                    .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
                let slug: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
                let same = found.iter().filter(|known| **known == slug).count();
                found.push(if same == 0 {
                    slug
                } else {
                    format!("{slug}-{same}")
                });
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shelf() -> Shelf {
        let chapter = |name: &str, markdown: &str| Chapter {
            name: name.to_owned(),
            markdown: markdown.to_owned(),
        };
        Shelf {
            chapters: vec![
                chapter(
                    "a.md",
                    "# A\n[b](b.md#more-of-it) [c](../src/c.rs) [x](#a) [y](#none) ![p](p.svg) ![q](q.svg) <script>alert(1)</script>",
                ),
                chapter("b.md", "# B\n## More of it\n"),
            ],
            files: BTreeMap::from([("p.svg".to_owned(), Vec::new())]),
        }
    }

    #[test]
    fn a_chapter_in_a_folder_has_a_page_beside_the_others_and_links_both_ways() {
        let chapter = |name: &str, markdown: &str| Chapter {
            name: name.to_owned(),
            markdown: markdown.to_owned(),
        };
        let up = "[a](../a.md) [c](c.md) ![p](p.svg) [out](../../README.md) [a](../a.md#here)";
        let shelf = Shelf {
            chapters: vec![
                chapter("a.md", "# Here\n[b](deep/b.md) [c](./deep/../deep/c.md)"),
                chapter("deep-b.md", "# Another"),
                chapter("deep/b.md", up),
                chapter("deep/c.md", "# C"),
                chapter("index.md", "# I"),
            ],
            files: BTreeMap::from([("deep/p.svg".to_owned(), Vec::new())]),
        };
        let mut made = BTreeMap::new();
        let put: &mut dyn FnMut(Made) -> Result<(), ()> = &mut |(path, bytes)| {
            let text = String::from_utf8(bytes).expect("text");
            assert_eq!(made.insert(path, text), None, "written twice");
            Ok(())
        };
        shelf.write(put).expect("nothing fails");
        let a = &made["book/a.html"];
        let links = "<a href=\"deep-b-2.html\">b</a> <a href=\"deep-c.html\">c</a>";
        assert!(a.contains(links), "{a}");
        let b = &made["book/deep-b-2.html"];
        let links = "<a href=\"a.html\">a</a> <a href=\"deep-c.html\">c</a> <img src=\"deep/p.svg\" \
                     alt=\"p\" /> out <a href=\"a.html#here\">a</a>";
        assert!(b.contains(links), "{b}");
        assert!(made.contains_key("book/deep/p.svg"));
    }

    #[test]
    fn a_link_leads_somewhere_or_is_text() {
        let mut made = Vec::new();
        let put: &mut dyn FnMut(Made) -> Result<(), ()> = &mut |file| {
            made.push(file);
            Ok(())
        };
        shelf().write(put).expect("nothing fails");
        let names: Vec<_> = made.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            names,
            [
                "book/index.html",
                "book/a.html",
                "book/b.html",
                "book/p.svg"
            ]
        );
        let page = String::from_utf8(made[1].1.clone()).expect("text");
        assert!(
            page.contains("<a href=\"b.html#more-of-it\">b</a> c <a href=\"#a\">x</a> y"),
            "{page}"
        );
        assert!(page.contains("<img src=\"p.svg\""));
        assert!(!page.contains("q.svg\"") && !page.contains("<script>alert"));
    }
}
