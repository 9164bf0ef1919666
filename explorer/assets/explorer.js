// The hand that a page lends its reader: stepping, switches, search, and, where a model answers, every other run.
"use strict";
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

  /** An element with its attributes and children; text is always text. */
  function h(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value === true) element.setAttribute(name, "");
      else if (value !== false && value != null) element.setAttribute(name, value);
    }
    element.append(...children.flat().filter((child) => child != null));
    return element;
  }

  /** A value as a person would write it down. */
  function short(value) {
    if (value === null || value === undefined) return "none";
    if (value === "") return '""';
    if (Array.isArray(value)) return `[${value.map(short).join(", ")}]`;
    if (typeof value === "object") {
      const keys = Object.keys(value);
      if (keys.length === 1 && keys[0] === "#set") return `{${value["#set"].map(short).join(", ")}}`;
      if (keys.length === 1 && keys[0] === "#bigint") return value["#bigint"];
      return `{${keys.map((key) => `${key}: ${short(value[key])}`).join(", ")}}`;
    }
    return String(value);
  }
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  const plural = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;

  copyButtons();
  filters();
  const holder = $("#data");
  if (!holder) return;
  const data = JSON.parse(holder.textContent);
  const live = data.place === "live";

  // What is shown: a run, and how many of its steps have been taken.
  let run = data.runs[0] || null;
  let at = 0;
  let branches = [];
  let busy = false;
  const setup = structuredClone(data.setup);

  const bar = $("#bar");
  const status = $("#status");
  const panel = $("#panel");
  const lanes = $("#lanes");
  const why = $("#why");
  const verdict = $("#verdict");
  const verdictAsFound = verdict ? [...verdict.childNodes].map((node) => node.cloneNode(true)) : [];
  let query = "";
  let impossibleOpen = false;

  const names = (of = run, upTo = of.steps.length) => of.steps.slice(0, upTo).map((step) => step.name);
  const say = (text) => { status.textContent = text; };

  // ---- the bar ----

  const slider = h("input", { type: "range", min: 0, value: 0, "aria-label": "Step", oninput: () => go(Number(slider.value)) });
  const counter = h("output", { class: "counter" });
  const search = h("input", {
    type: "search", placeholder: "Search the run ( / )", "aria-label": "Search the run", id: "search",
    oninput: () => { query = search.value.trim().toLowerCase(); found(0); },
    onkeydown: (event) => {
      if (event.key === "Enter") { event.preventDefault(); found(event.shiftKey ? -1 : 1); }
      if (event.key === "Escape") { search.value = ""; query = ""; search.blur(); render(); }
    },
  });
  const button = (text, label, action, extra = {}) =>
    h("button", { type: "button", title: label, "aria-label": label, onclick: action, ...extra }, text);

  function makeBar() {
    const moves = h("div", { class: "moves" },
      button("⇤", "To the start (Home)", () => go(0)),
      button("◀", "One step back (k or ←)", () => go(at - 1)),
      slider,
      button("▶", "One step on (j or →)", () => go(at + 1)),
      button("⇥", "To the end (End)", () => go(run.steps.length)),
      counter);
    bar.replaceChildren(moves, search);
    if (data.runs.length > 1) {
      const choose = h("select", { id: "runs", "aria-label": "Which run", onchange: () => show(Number(choose.value)) },
        data.runs.map((one, index) => h("option", { value: index }, one.title)));
      bar.append(choose);
    }
    if (live) bar.append(...liveTools());
    bar.hidden = false;
    panel.hidden = false;
  }

  // ---- showing ----

  function go(to) {
    if (!run) return;
    at = Math.max(0, Math.min(run.steps.length, to));
    render();
    remember();
    if (live && !nextHere().length && !run.ended) ask(names(run, at), { keep: true });
  }

  const nextHere = () => (run.next && run.next[at]) || [];

  function render() {
    if (!run) return;
    slider.max = run.steps.length;
    slider.value = at;
    counter.textContent = `${at} of ${run.steps.length}`;
    slider.setAttribute("aria-valuetext", at === 0 ? "start" : `step ${at}: ${run.steps[at - 1].name}`);
    mark();
    panel.replaceChildren(...panelParts());
  }

  /** A picture may shrink to fit its place, but only to what can still be read; and its lanes keep their names. */
  function fit() {
    const drawing = $("svg:not(.names)", lanes);
    if (!drawing) return;
    const width = Number(drawing.getAttribute("width"));
    lanes.style.setProperty("--least", `${Math.round(width * 0.74)}px`);
    const boxes = $$(".box, .name", drawing);
    if (!boxes.length) return;
    const top = Math.min(...$$(".box", drawing).map((box) => Number(box.getAttribute("y")))) - 4;
    const head = drawing.cloneNode(false);
    head.setAttribute("class", "names");
    head.setAttribute("aria-hidden", "true");
    head.removeAttribute("role");
    head.setAttribute("height", 38);
    head.setAttribute("viewBox", `0 ${top} ${width} 38`);
    head.append(...boxes.map((box) => box.cloneNode(true)));
    $("svg.names", lanes)?.remove();
    lanes.prepend(head);
    namesOfLanes();
  }

  /** The names are shown once more while those in the picture are out of sight. */
  function namesOfLanes() {
    const head = $("svg.names", lanes);
    const drawing = $("svg:not(.names)", lanes);
    if (!head || !drawing) return;
    const height = head.getBoundingClientRect().height || head.clientHeight;
    head.style.marginBottom = `${-height}px`;
    const box = $(".box", drawing).getBoundingClientRect();
    head.style.visibility = box.top < lanes.getBoundingClientRect().top ? "visible" : "hidden";
  }

  /** Marks the step in the picture and in the sentences, and brings it into view there. */
  function mark() {
    const is = (element) => Number(element.dataset.step) <= at && at <= Number(element.dataset.through || element.dataset.step);
    const causes = new Set();
    for (const told of run.told) if (told.step <= at && at <= told.through) told.because.forEach((cause) => causes.add(cause));
    for (const element of $$("[data-step]", $("#run"))) {
      const on = at > 0 && is(element);
      element.classList.toggle("on", on);
      const from = Number(element.dataset.step), to = Number(element.dataset.through || from);
      element.classList.toggle("because", !on && [...causes].some((cause) => from <= cause && cause <= to));
      if (element.matches("li")) { if (on) element.setAttribute("aria-current", "step"); else element.removeAttribute("aria-current"); }
      if (on && element.matches("rect")) reveal(lanes, element.getBoundingClientRect());
      if (on && element.matches(".told li") && why.scrollHeight > why.clientHeight) reveal(why, element.getBoundingClientRect());
    }
    if (at === 0) lanes.scrollTop = 0;
  }

  function reveal(box, place) {
    const frame = box.getBoundingClientRect();
    const margin = Math.min(80, frame.height / 4);
    if (place.top < frame.top + margin) box.scrollTop -= frame.top + margin - place.top;
    else if (place.bottom > frame.bottom - margin) box.scrollTop += place.bottom - frame.bottom + margin;
  }

  function panelParts() {
    const parts = [];
    const step = run.steps[at - 1];
    parts.push(h("h3", {}, step ? h("span", { class: "n" }, `${at}. `) : "", step ? h("code", {}, step.name) : "The start"));
    const told = run.told.filter((one) => one.step <= at && at <= one.through);
    told.forEach((one) => parts.push(h("p", {}, one.text)));
    if (at === 0 && run.begins) parts.push(h("p", {}, `At the start, ${run.begins}`));
    if (at === run.steps.length && run.what) parts.push(h("p", { class: "broken-text" }, run.what));
    const rests = run.beforeLoop >= run.steps.length;
    if (run.beforeLoop != null && (rests ? at === run.steps.length : at > run.beforeLoop)) {
      parts.push(h("p", { class: "loop-text" }, rests ? "It stays here for ever." : `Within the loop: after step ${run.steps.length} it goes on with step ${run.beforeLoop + 1} again.`));
    }
    if (step && step.changes.length) parts.push(h("h4", {}, "What changed"), h("ul", { class: "changes" }, step.changes.map((text) => h("li", {}, text))));
    parts.push(h("h4", {}, "The property here"), truths());
    if (step) parts.push(...source(step));
    parts.push(h("h4", {}, "The state"), stateTable());
    parts.push(...alternatives());
    return parts;
  }

  /** The lines of the source that a step executes. */
  function source(step) {
    const places = data.code[step.code] || [];
    if (!places.length) return [];
    return [h("h4", {}, "The source of this step"), ...places.map((place) => h("figure", { class: "source" },
      h("figcaption", {}, h("code", {}, `${place.file}, line ${place.line}`)),
      h("pre", { tabindex: "0" }, h("code", {}, place.text))))];
  }

  function truths() {
    const here = (run.truth && run.truth[at]) || [];
    return h("ul", { class: "truths" }, here.map((truth) =>
      h("li", { class: truth.broken ? "bad" : "" }, h("span", { class: "word" }, truth.word), " ", truth.part)));
  }

  function stateTable() {
    const now = run.states[at], before = run.states[at - 1] || now;
    const cell = (value, old) => {
      const differs = !same(value, old);
      return h("td", { class: differs ? "changed" : "" }, value === undefined ? "" : short(value), differs ? h("span", { class: "visually-hidden" }, " (changed)") : null);
    };
    const parts = [];
    const inLanes = run.lanes.filter((lane) => lane in now);
    const isRecord = (value) => value && typeof value === "object" && !Array.isArray(value) && !("#set" in value);
    if (inLanes.length) {
      const fields = [...new Set(inLanes.flatMap((lane) => (isRecord(now[lane]) ? Object.keys(now[lane]) : ["·"])))];
      const value = (state, lane, field) => (isRecord(state[lane]) ? state[lane][field] : field === "·" ? state[lane] : undefined);
      parts.push(h("table", { class: "state" },
        h("thead", {}, h("tr", {}, h("td", {}), inLanes.map((lane) => h("th", { scope: "col" }, lane)))),
        h("tbody", {}, fields.map((field) => h("tr", {}, h("th", { scope: "row" }, field),
          inLanes.map((lane) => cell(value(now, lane, field), value(before, lane, field))))))));
    }
    const others = Object.keys(now).filter((name) => !inLanes.includes(name));
    if (others.length) {
      parts.push(h("table", { class: "state" }, h("tbody", {},
        others.map((name) => h("tr", {}, h("th", { scope: "row" }, name), cell(now[name], before[name]))))));
    }
    return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "The state" }, parts);
  }

  function alternatives() {
    const all = nextHere();
    const taken = run.steps[at] && run.steps[at].name;
    if (!all.length) {
      if (run.next && run.next.length && at === run.states.length - 1) return [h("p", { class: "hint" }, "Nothing can happen here.")];
      return [];
    }
    const can = live || data.whole;
    const since = (name) => {
      let first = at;
      while (first > 0 && (run.next[first - 1] || []).some((one) => one.name === name)) first--;
      return first;
    };
    const items = all.map((one) => {
      const remarks = [];
      if (one.name === taken) remarks.push("taken in this run");
      if (one.broken.length) remarks.push(`breaks ${one.broken.join(", ")}`);
      if (one.reaches) remarks.push("reaches what is asked");
      if (one.back_to != null) remarks.push(one.back_to === at ? "changes nothing" : `leads back to state ${one.back_to}`);
      const first = since(one.name);
      if (at > 0 && run.next[at - 1] && run.next[at - 1].length) remarks.push(first === 0 ? "possible from the start" : `possible since step ${first}${first === at ? "" : `, ${run.steps[first - 1].name}`}`);
      const label = can
        ? h("button", { type: "button", class: "take", onclick: () => take(one.name) }, h("code", {}, one.name))
        : h("code", {}, one.name);
      return h("li", { class: one.broken.length ? "bad" : one.name === taken ? "taken" : "" }, label,
        remarks.length ? h("span", { class: "found" }, ` ${remarks.join("; ")}`) : null,
        one.changes.length ? h("div", { class: "effect" }, one.changes.join("; ")) : null);
    });
    return [h("h4", {}, can ? "What can happen here" : "What else could have happened here"), h("ul", { class: "next" }, items), ...impossible(all)];
  }

  /** The steps that this run knows and that cannot be taken here: what ended each, what makes it possible again. */
  function impossible(all) {
    const here = new Set(all.map((one) => one.name));
    const states = new Map();
    run.next.forEach((list, state) => (list || []).forEach(({ name }) => {
      if (!here.has(name)) states.set(name, [...(states.get(name) || []), state]);
    }));
    if (!states.size) return [];
    const items = [...states].map(([name, possible]) => {
      const before = possible.filter((state) => state < at).pop();
      const after = possible.find((state) => state > at);
      const remarks = [];
      if (before !== undefined) {
        const by = run.steps[before];
        remarks.push(by.name === name ? `taken as step ${before + 1}` : `ended by step ${before + 1}, ${by.name}${by.changes.length ? ` (${by.changes.join("; ")})` : ""}`);
      }
      if (after !== undefined) remarks.push(`made possible${before === undefined ? "" : " again"} by step ${after}, ${run.steps[after - 1].name}`);
      else if (before === undefined) remarks.push("possible elsewhere");
      const ask = live ? [" ", button("How?", `The shortest run from here to where ${name} is possible`, () => toward({ enabled: name.replace(/ \(\d+\)$/, "") }, `a state where ${name} is possible`), { class: "take how" })] : [];
      return h("li", {}, h("code", {}, name), h("span", { class: "found" }, ` ${remarks.join("; ")}`), ...ask);
    });
    return [h("details", { class: "impossible", ontoggle: (event) => { impossibleOpen = event.target.open; }, open: impossibleOpen },
      h("summary", {}, `Not possible here (${items.length}), and why`), h("ul", { class: "next" }, items))];
  }

  /** Shows one of the runs of the page. */
  function show(index, to = null) {
    run = data.runs[index];
    const select = $("#runs");
    if (select) select.value = index;
    picture();
    at = to === null ? run.steps.length : Math.min(to, run.steps.length);
    render();
    remember();
  }

  /** Draws the run that is shown, and tells it. */
  function picture() {
    if (run.svg) {
      lanes.innerHTML = run.svg;
      fit();
    } else {
      lanes.replaceChildren(h("ol", { class: "all" }, run.steps.map((step, index) =>
        h("li", { "data-step": index + 1 }, h("code", {}, step.name), " ", h("span", { class: "found" }, step.changes.join("; "))))));
    }
    const parts = [h("h3", {}, "How it comes about")];
    if (run.begins) parts.push(h("p", {}, `At the start, ${run.begins}`));
    if (run.told.length) {
      parts.push(h("ol", { class: "told" }, run.told.map((one) =>
        h("li", { "data-step": one.step, "data-through": one.through },
          h("span", { class: "n" }, one.step === one.through ? one.step : `${one.step}–${one.through}`), ` ${one.text}`))));
    } else parts.push(h("p", { class: "hint" }, "This run decides nothing, so there is nothing to explain."));
    if (run.forEver) parts.push(h("p", {}, run.forEver));
    why.replaceChildren(...parts);
    const all = $("#all");
    if (all) all.hidden = run !== data.runs[0];
  }

  // ---- search ----

  const text = (index) => {
    const step = run.steps[index - 1];
    const told = run.told.filter((one) => one.step <= index && index <= one.through).map((one) => one.text);
    return [step.name, ...step.changes, ...told].join(" ").toLowerCase();
  };

  /** Goes to the next step that has the words (or, with 0, to the first from here on). */
  function found(direction) {
    if (!query) { say(""); return; }
    const hits = run.steps.map((_, index) => index + 1).filter((index) => text(index).includes(query));
    if (!hits.length) { say(`No step has “${query}”.`); return; }
    let next = hits.find((index) => (direction === 0 ? index >= at : index > at));
    if (direction < 0) next = hits.filter((index) => index < at).pop() ?? hits[hits.length - 1];
    go(next ?? hits[0]);
    say(`${plural(hits.length, "step")} with “${query}”; this is number ${hits.indexOf(at) + 1}.`);
  }

  // ---- another run ----

  /** Takes a step from where the reader stands: another run, unless this one goes on in the same way. */
  function take(name) {
    if (run.steps[at] && run.steps[at].name === name) { go(at + 1); return; }
    if (run.steps.length > at) branch();
    const wanted = [...names(run, at), name];
    if (live) ask(wanted);
    else local(wanted);
  }

  function branch() {
    branches = branches.filter((one) => !same(names(one), names(run)));
    branches.unshift(run);
    branches.length = Math.min(branches.length, 8);
    drawBranches();
  }

  /** How many steps two runs begin with alike. */
  function together(mine, theirs) {
    let shared = 0;
    while (shared < mine.length && mine[shared] === theirs[shared]) shared++;
    return shared;
  }

  function drawBranches() {
    let box = $("#branches");
    if (!box) { box = h("div", { id: "branches", class: "branches" }); $(".stage").before(box); }
    const items = branches.map((one, index) => {
      const mine = names(), theirs = names(one);
      const shared = together(mine, theirs);
      const parts = shared === theirs.length ? "this run goes on from it" : `parts from this run after step ${shared}`;
      const back = button(`Run of ${plural(theirs.length, "step")}, ${parts}`, "Go back to this run", () => {
        const back = branches.splice(index, 1)[0];
        if (run) branch();
        run = back; at = Math.min(shared, run.steps.length);
        picture(); render(); remember(); drawBranches();
      }, { class: "branch" });
      const compare = button("Beside it", `Beside the run of ${plural(theirs.length, "step")}: where the two part, and how they end`, () => besideBranch(one), { class: "branch" });
      return [back, compare];
    }).flat();
    box.replaceChildren(...(items.length ? ["Other runs: ", ...items] : []));
  }

  /** A walk through the whole graph that the page carries. */
  function local(wanted) {
    const graph = data.whole;
    const start = run.start || 0;
    let here = start;
    const made = { title: "Your run", verdict: "", what: "", lanes: run.lanes, states: [graph.states[here]], steps: [], told: [], begins: "", truth: [graph.truth[here]], next: [], start, beforeLoop: null, setup: run.setup };
    const visited = [here];
    // The page has the lines of the steps in its own runs.
    const known = new Map(data.runs.flatMap((one) => one.steps.map((step) => [step.name, step.code])));
    const alternativesAt = () => graph.arcs[here].map(([next, to]) => ({ ...next, back_to: visited.includes(to) ? visited.indexOf(to) : null }));
    made.next.push(alternativesAt());
    for (const name of wanted) {
      const arc = graph.arcs[here].find(([next]) => next.name === name);
      if (!arc) break;
      const [next, to] = arc;
      made.steps.push({ name, kind: next.kind, role: "local", at: next.at, changes: next.changes, code: known.get(name) });
      here = to;
      visited.push(to);
      made.states.push(graph.states[here]);
      made.truth.push(next.broken.length ? graph.truth[here].map((truth) => ({ ...truth, broken: truth.broken || next.broken.includes(truth.part) })) : graph.truth[here]);
      made.next.push(alternativesAt());
      if (next.broken.length) made.what = `This breaks ${next.broken.join(", ")}.`;
    }
    run = made;
    at = run.steps.length;
    picture();
    render();
    drawBranches();
    say(`Your own run, ${plural(at, "step")}.`);
  }

  // ---- the model behind the page ----

  async function post(what, more = {}) {
    const body = { claim: data.claim, variant: data.variant, ...setup, start: (run && run.start) || 0, ...more };
    const answer = await fetch(`/api/${what}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    const said = await answer.json();
    if (!answer.ok) throw new Error(said.error || `the server says ${answer.status}`);
    return said;
  }

  async function working(what, work) {
    if (busy) return;
    busy = true;
    document.body.classList.add("busy");
    if (what) say(what);
    try { await work(); } catch (error) { say(`That did not work: ${error.message}`); }
    busy = false;
    document.body.classList.remove("busy");
  }

  /** Walks these steps in the model as it is switched now. */
  function ask(steps, { keep = false, before = null, message = "", start = null, stay = null } = {}) {
    return working("", async () => {
      const more = start === null ? {} : { start };
      const said = await post("walk", { steps, ...more });
      if (keep) {
        // The same run: only what could be done here was missing.
        run.next[at] = said.run.next[said.run.next.length - 1];
        run.ended = !run.next[at].length;
        render();
        return;
      }
      run = said.run;
      Object.assign(data.code, said.code);
      run.ended = !(run.next[run.steps.length] || []).length;
      at = stay === null ? run.steps.length : Math.min(stay, run.steps.length);
      world(said);
      picture();
      render();
      remember();
      drawBranches();
      const remarks = message ? [message] : [];
      if (said.lost) remarks.push(`Step ${said.lost.step} (${said.lost.name}) is not possible here; the run stops before it.`);
      if (before) {
        const differs = before.states.findIndex((state, index) => run.states[index] && !same(state, run.states[index]));
        if (differs >= 0) remarks.push(`The states differ from state ${differs} on.`);
        else if (!said.lost) remarks.push("The same steps lead through the same states.");
      }
      if (run.what) remarks.push(run.what);
      say(remarks.join(" "));
    });
  }

  /** What the model says of the world that it was built in. */
  function world(said) {
    const place = $("#world > p");
    if (place && said.world) place.textContent = said.world;
    for (const one of said.assumptions || []) {
      let knob = $$(".switch").find((element) => element.dataset.assumption === one.name);
      if (!knob) {
        // One that this reading does not make: it can be added.
        knob = h("button", { type: "button", role: "switch", class: "switch", "data-assumption": one.name },
          h("span", { class: "knob", "aria-hidden": "true" }), h("code", {}, one.name));
        let list = $(".switches");
        if (!list) { list = h("ul", { class: "switches" }); $("#world").append(list); }
        list.append(h("li", {}, knob, h("span", { class: "about" }, `${one.meaning} (not assumed by this reading)`)));
      }
      knob.setAttribute("aria-checked", String(one.inForce));
    }
  }

  /** Goes on with the shortest run from here to a goal. */
  function toward(goal, what) {
    return working(`Searching for ${what} …`, async () => {
      const from = names(run, at);
      const said = await post("toward", { steps: from, goal });
      const seen = `${plural(said.states, "state")} seen${said.exhausted ? ", all that can be reached from here" : ""}`;
      if (!said.steps) { say(`No run from here leads to ${what}: ${seen}${said.exhausted ? "" : ", and the search was cut"}.`); return; }
      if (run.steps.length > at) branch();
      busy = false;
      await ask([...from, ...said.steps], { message: `The shortest run from here to ${what}: ${plural(said.steps.length, "step")} (${seen}).`, stay: from.length });
    });
  }

  function liveTools() {
    const where = h("input", { type: "text", placeholder: "find: node.field = value", "aria-label": "Find the next state where", onkeydown: (event) => {
      if (event.key === "Enter" && where.value.trim()) toward({ looks: where.value.trim() }, `a state where ${where.value.trim()}`);
    } });
    const others = data.readings.filter((variant) => variant !== data.variant);
    const compare = h("select", { "aria-label": "The same steps in another reading", onchange: () => {
      if (compare.value) working("", () => beside(compare.value));
    } }, h("option", { value: "" }, "Beside another reading …"), others.map((variant) => h("option", { value: variant }, variant)));
    return [
      h("div", { class: "tools" },
        button("To a violation", "The shortest run from here that decides the property", () => toward("decided", "what decides the property")),
        button("To the premise", "The shortest run from here to where the premise of the property is true", () => toward("premise", "where the premise is true")),
        button("Random walk", "Twenty random steps from here", () => working("", async () => {
          if (run.steps.length > at) branch();
          const said = await post("wander", { steps: names(run, at), seed: Math.floor(Math.random() * 2 ** 32), count: 20 });
          busy = false;
          await ask(said.steps, { message: "A random walk." });
        })),
        button("Undo", "Back to before the last step", () => { if (at > 0) { const kept = names(run, at - 1); branch(); ask(kept); } }),
        button("Start over", "Back to the start", () => { if (run.steps.length) branch(); ask([]); }),
        button("Save the trace", "The run as a file that replay takes", () => working("", async () => {
          const said = await post("trace", { steps: names(run, at) });
          const link = h("a", { download: said.name, href: URL.createObjectURL(new Blob([said.trace], { type: "application/json" })) });
          link.click();
          say(said.accepted ? `Saved as ${said.name}; repeat it with: ${data.command} replay ${said.name}` : `Saved as ${said.name}; replay will not accept it: ${said.why}`);
        })),
        where, others.length ? compare : null),
    ];
  }

  /** The same steps in another reading: where they part, and how the states differ there. */
  async function beside(variant) {
    const steps = names();
    const said = await post("walk", { variant, steps });
    const there = said.run;
    const shared = Math.min(run.states.length, there.states.length);
    let first = 0;
    while (first < shared && same(run.states[first], there.states[first])) first++;
    const parts = [];
    if (said.lost) parts.push(h("p", {}, `In the reading ${variant}, step ${said.lost.step} (`, h("code", {}, said.lost.name), ") is not possible."));
    if (first < shared) {
      parts.push(h("p", {}, first === 0 ? "The states differ from the start." : `The states differ from step ${first} on (`, first ? h("code", {}, steps[first - 1]) : null, first ? "):" : null),
        twoStates(run.states[first], there.states[first], data.variant, variant));
      go(first);
    } else if (!said.lost) parts.push(h("p", {}, `In the reading ${variant}, the same steps lead through the same states.`));
    tellBeside(`Beside ${variant}`, parts);
  }

  /** Another run of this world: where the two part, and how the states and the property differ at their ends. */
  function besideBranch(other) {
    const mine = names(), theirs = names(other);
    const shared = together(mine, theirs);
    const next = (steps) => (shared < steps.length ? h("code", {}, steps[shared]) : "ends");
    const parts = [h("p", {}, `The runs part after step ${shared}: this one `, shared < mine.length ? "goes on with " : "", next(mine),
      ", the other ", shared < theirs.length ? "goes on with " : "", next(theirs), ".")];
    const [left, right] = [`this run, ${plural(mine.length, "step")}`, `the other, ${plural(theirs.length, "step")}`];
    parts.push(h("h4", {}, "At their ends"), twoStates(run.states.at(-1), other.states.at(-1), left, right));
    const breaks = (of) => ((of.truth && of.truth.at(-1)) || []).filter((truth) => truth.broken).map((truth) => truth.part).join(", ") || "nothing";
    parts.push(h("p", {}, `This run breaks ${breaks(run)}, the other ${breaks(other)}.`));
    tellBeside("Beside another run", parts);
    go(shared);
    say(parts[0].textContent);
  }

  /** What differs between two states. */
  function twoStates(mine, theirs, left, right) {
    const differ = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].filter((name) => !same(mine[name], theirs[name]));
    if (!differ.length) return h("p", {}, "The two states are the same.");
    return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "The two states" }, h("table", { class: "state" },
      h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, left), h("th", { scope: "col" }, right))),
      h("tbody", {}, differ.map((name) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, short(mine[name])), h("td", {}, short(theirs[name])))))));
  }

  function tellBeside(title, parts) {
    let box = $("#beside");
    if (!box) { box = h("div", { id: "beside", class: "panel" }); $(".stage").before(box); }
    box.replaceChildren(h("h3", {}, title), ...parts);
    say(parts.length ? parts[0].textContent : "");
  }

  // ---- switches ----

  function flip(knob) {
    const on = knob.getAttribute("aria-checked") === "true";
    const name = knob.dataset.assumption;
    if (live) {
      const inReading = data.assumptions.includes(name);
      if (on) { setup.with = setup.with.filter((one) => one !== name); if (inReading) setup.without = [...setup.without, name]; }
      else { setup.without = setup.without.filter((one) => one !== name); if (!inReading) setup.with = [...setup.with, name]; }
      knob.setAttribute("aria-checked", String(!on));
      ask(names(), { before: run, message: on ? `Without ${name}.` : `With ${name}.`, stay: at });
      return;
    }
    for (const other of $$(".switch")) other.setAttribute("aria-checked", "true");
    if (!on) { asFound(); show(0); say(`With ${name} again.`); return; }
    knob.setAttribute("aria-checked", "false");
    const word = knob.dataset.verdict || "unchecked";
    verdict.className = `verdict ${word}`;
    verdict.replaceChildren(h("strong", { class: `pill ${word}` }, word), " ", h("span", {}, `Without ${name}: ${knob.dataset.found || "nobody has looked"}.`));
    if (knob.dataset.run) { show(Number(knob.dataset.run)); say(`Without ${name}: ${run.what || "the run that shows it"}`); }
    else say(`Without ${name}: ${word}. ${knob.dataset.found || ""} There is no run to show.`);
  }

  function asFound() {
    verdict.className = `verdict ${verdictAsFound.find((node) => node.textContent.trim())?.textContent.trim() || ""}`;
    verdict.replaceChildren(...verdictAsFound.map((node) => node.cloneNode(true)));
  }

  // ---- links ----

  function remember() {
    const words = new URLSearchParams();
    const index = data.runs.indexOf(run);
    if (live) {
      words.set("at", at);
      if (run.start) words.set("start", run.start);
      run.steps.forEach((step) => words.append("step", step.name));
    } else {
      if (index > 0) words.set("run", index);
      words.set("at", at);
      if (index < 0) run.steps.forEach((step) => words.append("step", step.name));
    }
    let address = location.pathname;
    if (live) {
      const query = new URLSearchParams({ claim: data.claim, variant: data.variant });
      for (const [name, value] of Object.entries(setup.parameters)) query.append("p", `${name}=${value}`);
      for (const name of setup.without) query.append("without", name);
      for (const name of setup.with) query.append("with", name);
      if (setup.mutant) query.set("mutant", setup.mutant);
      address += `?${query}`;
    }
    try { history.replaceState(null, "", `${address}#${words}`); } catch { /* A file may not be allowed to. */ }
  }

  function recall() {
    const words = new URLSearchParams(location.hash.slice(1));
    const place = words.has("at") ? Number(words.get("at")) : null;
    const steps = words.getAll("step");
    if (live) {
      if (steps.length || !run || words.has("start")) ask(steps, { start: Number(words.get("start") || 0), stay: place });
      else { picture(); go(place ?? 0); }
      return;
    }
    const wanted = Number(words.get("run") || 0);
    if (data.runs[wanted] && wanted > 0) {
      const knob = $$(".switch").find((element) => Number(element.dataset.run) === wanted);
      if (knob) flip(knob);
      show(wanted, place ?? 0);
    } else if (steps.length && data.whole) { local(steps); go(place ?? steps.length); } else go(place ?? 0);
  }

  // ---- everything together ----

  function copyButtons() {
    for (const box of $$(".copy")) {
      const copy = h("button", { type: "button", class: "copier", onclick: async () => {
        const text = $("code", box).textContent;
        try { await navigator.clipboard.writeText(text); }
        catch {
          const area = h("textarea", { class: "visually-hidden" }); area.value = text;
          document.body.append(area); area.select(); document.execCommand("copy"); area.remove();
        }
        copy.textContent = "Copied"; setTimeout(() => { copy.textContent = "Copy"; }, 1500);
      } }, "Copy");
      box.append(copy);
    }
  }

  /** The filters of an index of claims. */
  function filters() {
    const form = $("#filters");
    if (!form) return;
    const rows = $$("[data-words]");
    const apply = () => {
      const words = form.elements.words.value.toLowerCase().split(/\s+/).filter(Boolean);
      const wanted = ["verdict", "kind", "assumption"].map((name) => [name, form.elements[name] ? form.elements[name].value : ""]);
      let shown = 0;
      for (const row of rows) {
        const fits = words.every((word) => row.dataset.words.includes(word)) &&
          wanted.every(([name, value]) => !value || (row.dataset[name] || "").split(" ").includes(value));
        row.hidden = !fits;
        if (fits) shown++;
      }
      for (const group of $$("[data-group]")) group.hidden = !$$("[data-words]", group).some((row) => !row.hidden);
      $("#count").textContent = `${shown} of ${rows.length}`;
    };
    form.addEventListener("input", apply);
    form.addEventListener("submit", (event) => event.preventDefault());
    document.addEventListener("keydown", (event) => {
      if (event.key === "/" && !event.target.matches("input, select, textarea")) { event.preventDefault(); form.elements.words.focus(); }
    });
    apply();
  }

  document.addEventListener("click", (event) => {
    const knob = event.target.closest(".switch");
    if (knob) { flip(knob); return; }
    const shown = event.target.closest(".show[data-run]");
    if (shown) { show(Number(shown.dataset.run)); $("#run").scrollIntoView(); return; }
    const step = event.target.closest("#run [data-step]");
    if (step && run && !event.target.closest("button")) go(Number(step.dataset.through || step.dataset.step));
  });
  // Pointing at a sentence shows its step in the picture, and the other way round.
  document.addEventListener("pointerover", (event) => {
    const over = event.target.closest("#run [data-step]");
    for (const element of $$("#run .hover")) element.classList.remove("hover");
    if (!over) return;
    const from = Number(over.dataset.step), to = Number(over.dataset.through || from);
    for (const element of $$("#run [data-step]")) {
      const first = Number(element.dataset.step), last = Number(element.dataset.through || first);
      element.classList.toggle("hover", first <= to && from <= last);
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.matches("input, select, textarea")) return;
    const moves = {
      ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), j: () => go(at + 1), k: () => go(at - 1),
      Home: () => go(0), End: () => go(run.steps.length), "/": () => search.focus(),
    };
    if (event.target === lanes) Object.assign(moves, { ArrowDown: moves.j, ArrowUp: moves.k });
    if (moves[event.key] && (run || event.key === "/")) { event.preventDefault(); moves[event.key](); }
  });

  // On paper nothing is folded, and what was folded is folded again.
  const folded = [];
  addEventListener("beforeprint", () => { for (const one of $$("details:not([open])")) { one.open = true; folded.push(one); } });
  addEventListener("afterprint", () => { for (const one of folded.splice(0)) one.open = false; });

  lanes?.addEventListener("scroll", namesOfLanes, { passive: true });
  addEventListener("resize", namesOfLanes);

  if (run || live) {
    makeBar();
    fit();
    recall();
  }
  document.body.dataset.ready = "yes";
})();
