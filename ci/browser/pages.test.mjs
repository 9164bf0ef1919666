// The pages in a real browser: stepping, switches, search, links, what-if, the lasso, a file without a server, a narrow screen,
// accessibility. What is tested is found in the catalog that stands in VERDICT_CATALOG, whatever that is.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const verdict = resolve(process.env.VERDICT);
const catalog = resolve(process.env.VERDICT_CATALOG);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const scratch = mkdtempSync(join(tmpdir(), "verdict-pages-"));
const shots = process.env.VERDICT_SHOTS;

/** Every trace of the catalog, with what a test wants to know of it. */
function traces(folder = join(catalog, "traces")) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return traces(path);
    const trace = JSON.parse(readFileSync(path, "utf8"));
    const meta = trace["#meta"];
    return [{ path, claim: meta.claim, variant: meta.variant, dropped: meta.dropped || [], steps: trace.states.length - 1, lasso: trace.loop !== undefined }];
  });
}
const all = traces().sort((a, b) => a.path.localeCompare(b.path));
const some = all.find((trace) => trace.steps >= 4 && !trace.lasso) || all.find((trace) => trace.steps >= 3);
const lasso = all.find((trace) => trace.lasso);

/** The readings of a claim that have a model. */
function readings(claim) {
  listed ??= JSON.parse(run("list", "--format", "json")).claims;
  return listed.find((one) => one.claim === claim).cases.map((one) => one.variant);
}
let listed;

const run = (...words) => execFileSync(verdict, words, { cwd: catalog, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

/** The page of a verdict as a file; made once. */
const made = new Map();
function file({ claim, variant }) {
  const key = `${claim} ${variant}`;
  if (!made.has(key)) {
    const path = join(scratch, `${made.size}.html`);
    run("page", claim, "--variant", variant, "-o", path, "--max-states", "20000");
    made.set(key, pathToFileURL(path).href);
  }
  return made.get(key);
}

let browser, server, live;
before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox"] });
  server = spawn(verdict, ["explore", "--no-open"], { cwd: catalog, stdio: ["ignore", "pipe", "ignore"] });
  live = await new Promise((ready, failed) => {
    server.stdout.once("data", (line) => ready(String(line).trim()));
    server.once("exit", () => failed(new Error("the explorer ended")));
  });
});
after(async () => {
  await browser?.close();
  if (server) {
    const code = new Promise((ended) => server.once("exit", ended));
    server.kill("SIGINT");
    assert.equal(await code, 0, "Ctrl-C ends the explorer cleanly");
  }
  rmSync(scratch, { recursive: true });
});

/** Opens a page that must neither complain nor ask anybody else. */
async function open(address, { width = 1280, height = 900, scheme = "light" } = {}, use) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, acceptDownloads: true });
  const page = await context.newPage();
  const wrong = [];
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) wrong.push(message.text()); });
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("request", (request) => {
    const url = new URL(request.url());
    const own = url.protocol === "file:" || url.protocol === "data:" || url.protocol === "blob:" || url.origin === new URL(live).origin;
    if (!own) wrong.push(`a request to ${url}`);
  });
  await page.goto(address);
  await page.waitForSelector("body[data-ready]", { timeout: 60000 });
  await use(page);
  assert.deepEqual(wrong, []);
  await context.close();
}
/** Waits until a text of the page is as it should be. (A page may not evaluate text, so nothing is waited for within it.) */
async function until(page, selector, expected) {
  const end = Date.now() + 60000;
  for (;;) {
    const text = await page.locator(selector).first().textContent();
    if (expected.test(text)) return;
    assert.ok(Date.now() < end, `${selector} says "${text}", not ${expected}`);
    await page.waitForTimeout(50);
  }
}
const counter = (page) => page.locator(".counter").innerText();
const settled = (page) => page.waitForSelector("body:not(.busy)");
const shoot = async (page, name, whole = false) => { if (shots) await page.screenshot({ path: join(shots, `${name}.png`), fullPage: whole }); };
const explore = ({ claim, variant }) => `${new URL(live).origin}/?${new URLSearchParams({ claim, variant })}`;

async function accessible(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { preload: false, runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] });
    return violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary}`).join(" | ")}`);
  });
  assert.deepEqual(found, []);
}

test("a page opens from a file and is stepped through by key, by button and by sentence", async () => {
  await open(file(some), {}, async (page) => {
    assert.equal(await counter(page), `0 of ${some.steps}`);
    await page.keyboard.press("j");
    await page.keyboard.press("ArrowRight");
    assert.equal(await counter(page), `2 of ${some.steps}`);
    await page.keyboard.press("k");
    assert.equal(await counter(page), `1 of ${some.steps}`);
    await page.keyboard.press("End");
    assert.equal(await counter(page), `${some.steps} of ${some.steps}`);
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "One step on" }).click();
    assert.equal(await counter(page), `1 of ${some.steps}`);
    const sentence = page.locator(".told li").last();
    await sentence.click();
    const through = await sentence.getAttribute("data-through");
    assert.equal(await counter(page), `${through} of ${some.steps}`);
    assert.ok(await page.locator(".lanes rect.on").count() === 1, "the step is marked in the picture");
    assert.ok((await sentence.getAttribute("class")).includes("on"), "and its sentence");
    const row = page.locator(".lanes g.row[data-step]").first();
    await row.dispatchEvent("click");
    assert.match(await counter(page), /^[1-9]\d* of /);
    await shoot(page, "page");
    await accessible(page);
  });
});

test("a step is shown with the lines of the source that it executes", async () => {
  await open(file(some), {}, async (page) => {
    let told = 0;
    for (let step = 1; step <= some.steps; step++) {
      await page.keyboard.press("j");
      const places = page.locator("#panel .source");
      for (let place = 0; place < await places.count(); place++) {
        assert.match(await places.nth(place).locator("figcaption").innerText(), /^\w+: src\/.+\.rs, line \d+$/);
        assert.match(await places.nth(place).locator("pre").innerText(), /\S/);
        told++;
      }
    }
    assert.ok(told > 0, "no step has its lines");
    await shoot(page, "source");
  });
});

test("what cannot be done says since when, and what would make it possible", async () => {
  await open(file(some), {}, async (page) => {
    const list = page.locator(".impossible li");
    for (let step = 0; step < some.steps && await list.count() === 0; step++) await page.keyboard.press("j");
    await page.locator(".impossible summary").click();
    assert.match(await list.first().innerText(), /ended by step|taken as step|made possible/);
    await accessible(page);
  });
});

test("on paper everything is unfolded and nothing is cut off", async () => {
  await open(file(some), {}, async (page) => {
    const folded = await page.locator("details:not([open])").count();
    assert.ok(folded > 0);
    await page.pdf({ format: "A4" });
    assert.equal(await page.locator("details:not([open])").count(), folded, "and folded again");
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    assert.equal(await page.locator("details:not([open])").count(), 0);
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator("#bar").isVisible(), false);
    assert.equal(await page.locator("#all li").last().isVisible(), true);
    await page.setViewportSize({ width: 720, height: 1000 });
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(wider, 0);
    await shoot(page, "print", true);
  });
});

test("a link leads to the step it was taken at", async () => {
  await open(`${file(some)}#at=2`, {}, async (page) => {
    assert.equal(await counter(page), `2 of ${some.steps}`);
    await page.keyboard.press("j");
    assert.match(page.url(), /#.*at=3/);
  });
});

test("search finds steps", async () => {
  await open(file(some), {}, async (page) => {
    const name = await page.locator("#all li code").last().textContent();
    await page.keyboard.press("/");
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    assert.match(await page.locator("#status").innerText(), /this is number/);
    assert.doesNotMatch(await counter(page), /^0 /);
    await page.locator("#search").fill("no step says this");
    assert.match(await page.locator("#status").innerText(), /No step has/);
  });
});

test("a switch shows what becomes of the claim, and the run", async () => {
  const cases = JSON.parse(run("list", "--format", "json")).claims;
  const holding = cases.flatMap((claim) => claim.cases.filter((one) => one.verdict === "holds").map((one) => ({ claim: claim.claim, variant: one.variant })));
  let tried = 0;
  for (const one of [some, ...holding]) {
    if (tried++ > 6) break;
    const page = file(one);
    const text = readFileSync(new URL(page), "utf8");
    if (!/class="switch" data-assumption="[^"]+" data-run/.test(text)) continue;
    await open(page, {}, async (page) => {
      const before = await page.locator("#verdict").innerText();
      const knob = page.locator(".switch[data-run]").first();
      await knob.click();
      assert.equal(await knob.getAttribute("aria-checked"), "false");
      assert.match(await page.locator("#verdict").innerText(), /Without .*: /);
      assert.ok(await page.locator(".lanes svg:not(.names)").count() === 1);
      await shoot(page, "switch");
      await knob.click();
      assert.equal(await page.locator("#verdict").innerText(), before);
    });
    return;
  }
  assert.fail("no claim of this catalog is broken without an assumption");
});

test("a lasso says where it goes on", { skip: !lasso && "this catalog has no lasso" }, async () => {
  await open(file(lasso), {}, async (page) => {
    await page.keyboard.press("End");
    assert.match(await page.locator("#panel").innerText(), /Within the loop|stays here for ever/);
    await shoot(page, "lasso");
  });
});

test("a narrow screen scrolls in one direction only", async () => {
  for (const scheme of ["light", "dark"]) {
    await open(file(some), { width: 390, height: 844, scheme }, async (page) => {
      await page.keyboard.press("End");
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(wider, 0);
      await shoot(page, `narrow-${scheme}`, true);
      await accessible(page);
    });
  }
});

test("live: any step, back, a branch, a link that survives, and one that does not", async () => {
  await open(explore(some), {}, async (page) => {
    await settled(page);
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "Back to the start" }).click();
    await until(page, ".counter", /^0 of 0$/);
    const steps = page.locator(".take");
    await steps.first().click();
    await until(page, ".counter", /^1 of 1$/);
    await page.keyboard.press("k");
    if (await steps.count() > 1) {
      await steps.nth(1).click();
      await until(page, ".counter", /^1 of 1$/);
      assert.ok(await page.locator(".branch").count() >= 1, "the other run is kept");
    }
    const link = page.url();
    await open(link, {}, async (again) => {
      await settled(again);
      await until(again, ".counter", /^1 of 1$/);
    });
    await open(`${link}&step=no%20such%20step`, {}, async (again) => {
      await until(again, "#status", /Step 2 \(no such step\) is not possible/);
    });
    await accessible(page);
  });
});

test("live: the shortest run to what decides the claim, kept as a trace that replay takes", async () => {
  const finite = all.find((trace) => !trace.lasso && trace.steps >= 2 && trace.dropped.length === 0) || some;
  await open(explore(finite), {}, async (page) => {
    await settled(page);
    await page.getByRole("button", { name: "Back to the start" }).click();
    await until(page, ".counter", /^0 of 0$/);
    await page.getByRole("button", { name: "The shortest run from here that decides" }).click();
    await until(page, "#status", /The shortest run from here/);
    await page.keyboard.press("End");
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "The run as a file" }).click()]);
    const path = join(scratch, "kept.itf.json");
    await download.saveAs(path);
    assert.match(run("replay", path), /replayed/);
    await shoot(page, "live");
  });
});

test("live: the next state where something is so, and how a step becomes possible", async () => {
  await open(explore(some), {}, async (page) => {
    await settled(page);
    await page.keyboard.press("End");
    // What the last step of the stored run leads to, by the first of its changes that is a field's.
    const changes = await page.locator("#panel .changes li").allInnerTexts();
    const field = changes.map((text) => text.match(/^([\w.]+): .* -> ([\w-]+)$/)).find(Boolean);
    await page.getByRole("button", { name: "Back to the start" }).click();
    await until(page, ".counter", /^0 of 0$/);
    if (field) {
      await page.getByRole("textbox", { name: "Find the next state" }).fill(`${field[1]} = ${field[2]}`);
      await page.keyboard.press("Enter");
      await until(page, "#status", /The shortest run from here to a state where/);
      await page.getByRole("heading", { name: "The run" }).click();
      await page.keyboard.press("End");
      assert.match(await page.locator("#panel .state").first().innerText(), new RegExp(field[2]));
    }
    const list = page.locator(".impossible li");
    for (let back = 0; back < 20 && await list.count() === 0; back++) { await page.keyboard.press("k"); await settled(page); }
    await page.locator(".impossible summary").click();
    await page.locator(".impossible .how").first().click();
    await until(page, "#status", /where .* is possible/);
  });
});

test("live: beside another reading", async (t) => {
  const twice = all.find((trace) => readings(trace.claim).length > 1);
  if (!twice) { t.skip("no claim of this catalog has two readings"); return; }
  await open(explore(twice), {}, async (page) => {
    await settled(page);
    const other = readings(twice.claim).find((variant) => variant !== twice.variant);
    await page.getByRole("combobox", { name: "The same steps in another reading" }).selectOption(other);
    await until(page, "#beside", new RegExp(`Beside ${other}`));
    await until(page, "#status", /differ|not possible|same states/);
    await shoot(page, "beside");
    await accessible(page);
  });
});

test("live: beside another run", async () => {
  await open(explore(some), {}, async (page) => {
    await settled(page);
    await page.keyboard.press("End");
    await page.getByRole("button", { name: "Back to before the last step" }).click();
    await settled(page);
    await page.getByRole("button", { name: /^Beside the run of/ }).first().click();
    await until(page, "#beside h3", /^Beside another run$/);
    await until(page, "#status", new RegExp(`^The runs part after step ${some.steps - 1}: this one ends, the other goes on with `));
    assert.match(await page.locator("#beside").innerText(), /At their ends/i);
    assert.ok(await page.locator("#beside tbody tr").count() > 0, "the last step changes something");
    await shoot(page, "beside-run");
    await accessible(page);
  });
});

test("live: a stored run in another world is opened in that world", async () => {
  const found = JSON.parse(run("list", "--format", "json")).claims.flatMap((claim) => claim.cases.map((one) => ({ claim: claim.claim, variant: one.variant })));
  for (const one of found.slice(0, 12)) {
    const page = readFileSync(new URL(file(one)), "utf8");
    const data = JSON.parse(page.match(/id="data">(.*?)<\/script>/s)[1]);
    const other = data.runs.find((run) => run.setup.without.length && run.steps.length);
    if (!other) continue;
    const words = new URLSearchParams(one);
    for (const [name, value] of Object.entries(other.setup.parameters)) words.append("p", `${name}=${value}`);
    other.setup.without.forEach((name) => words.append("without", name));
    const steps = new URLSearchParams();
    other.steps.forEach((step) => steps.append("step", step.name));
    await open(`${new URL(live).origin}/?${words}#${steps}`, {}, async (page) => {
      await until(page, ".counter", new RegExp(`^${other.steps.length} of ${other.steps.length}$`));
      assert.equal(await page.locator(`.switch[data-assumption="${other.setup.without[0]}"]`).getAttribute("aria-checked"), "false");
      await page.locator(`.switch[data-assumption="${other.setup.without[0]}"]`).click();
      await until(page, "#status", /^With /);
    });
    return;
  }
  assert.fail("no claim of this catalog is broken without an assumption");
});

test("live: a random walk, and the index with its filters", async () => {
  await open(explore(some), {}, async (page) => {
    await settled(page);
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "Twenty random steps" }).click();
    await until(page, "#status", /A random walk/);
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(new URL(live).origin);
  const rows = await page.locator("[data-words]:visible").count();
  assert.ok(rows > 0);
  await page.locator("#filters [name=words]").fill(some.claim);
  assert.ok(await page.locator("[data-words]:visible").count() >= 1);
  await page.locator("#filters [name=words]").fill("xyzzy");
  assert.equal(await page.locator("[data-words]:visible").count(), 0);
  await context.close();
});

test("the site: every page that is linked is there", async () => {
  const folder = join(scratch, "site");
  run("site", "-o", folder);
  const context = await browser.newContext();
  const page = await context.newPage();
  const wrong = [];
  page.on("console", (message) => { if (message.type() === "error") wrong.push(message.text()); });
  page.on("requestfailed", (request) => wrong.push(request.url()));
  await page.goto(pathToFileURL(join(folder, "index.html")).href);
  await shoot(page, "site");
  await accessible(page);
  await page.locator("ul.claims a").first().click();
  await page.waitForSelector("h1");
  await page.goto(pathToFileURL(join(folder, "assumptions.html")).href);
  await accessible(page);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("the site: no link of any page is broken", () => {
  const folder = join(scratch, "site");
  const texts = new Map();
  const text = (path) => {
    if (!texts.has(path)) texts.set(path, readFileSync(path, "utf8"));
    return texts.get(path);
  };
  const broken = [];
  let followed = 0;
  const pages = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith(".html"));
  for (const path of pages) {
    const from = join(folder, path);
    for (const [, link] of text(from).replace(/<script[^]*?<\/script>/g, "").matchAll(/ (?:href|src)="([^"]+)"/g)) {
      if (/^(data|https?|mailto):/.test(link)) continue;
      const [file, anchor] = link.replaceAll("&amp;", "&").split("#");
      const target = file ? resolve(dirname(from), decodeURIComponent(file)) : from;
      followed++;
      if (!target.startsWith(folder) || !existsSync(target)) broken.push(`${path}: ${link}`);
      else if (anchor && !text(target).includes(`id="${anchor}"`)) broken.push(`${path}: ${link}`);
    }
  }
  assert.deepEqual(broken, []);
  assert.ok(followed > pages.length, `${followed} links in ${pages.length} pages`);
});
