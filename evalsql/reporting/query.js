// Two rankings of a query side by side. All text goes into text nodes, so nothing of the data is taken for markup.
"use strict";

/*
 * root: the element that is filled.
 * about: { depth, measures: [{ metric, direction, cutoff, empty }], runs, baseline, pair: [the positions of two
 *   runs], queries: [{ id, text, judged,
 *   relevant }] }.
 * load: a function of the positions of a query, two runs and a measure, which gives, or promises, for the two runs
 *   [{ retrieved, documents: [{ id, score, relevance, gain }], scores: [a value a measure], adds: [of each measure null,
 *   or what each rank adds, in the order of the documents; no other measure's are looked at] }].
 */
function drawQueries(root, about, load) {
  const NONE = "\u2013";
  const chosen = { query: 0, runs: [...about.pair], measure: 0 };
  let asked = 0; // which of the answers is waited for

  function element(kind, options, ...children) {
    const made = document.createElement(kind);
    for (const [name, value] of Object.entries(options ?? {})) {
      if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
    }
    made.append(...children.filter((child) => child !== null));
    return made;
  }
  const name = (text) => element("bdi", null, text);
  const aside = (text) => element("span", { class: "aside" }, text);
  const number = (value, digits = 4) => (value === null || value === undefined ? NONE : fixed(value, digits));
  const whole = (value) => (Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(7))));
  const signed = (value) => {
    const text = fixed(Math.abs(value), 4);
    return Number(text) === 0 ? text : `${value < 0 ? "\u2212" : "+"}${text}`;
  };

  // of what is as near to two numbers, the even one, as everywhere else on the page
  function fixed(value, digits) {
    const scaled = Math.abs(value) * 10 ** digits;
    const below = Math.floor(scaled);
    if (digits === 4 && Math.abs(value * 32) % 2 === 1 && below % 2 === 0) {
      return `${value < 0 ? "-" : ""}${(below / 10 ** digits).toFixed(digits)}`;
    }
    const text = value.toFixed(digits);
    return Number(text) === 0 ? (0).toFixed(digits) : text;
  }

  // ---- what is chosen, in the address too

  function read() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const missing = [];
    const place = (key, list, now) => {
      if (!wanted.has(key)) return now;
      const found = list.indexOf(wanted.get(key));
      if (found < 0) missing.push(`${key === "query" ? "query" : key === "m" ? "measure" : "run"} ${wanted.get(key)}`);
      return found < 0 ? now : found;
    };
    const runs = about.runs;
    chosen.query = place("query", about.queries.map((query) => query.id), chosen.query);
    chosen.runs = [place("a", runs, chosen.runs[0]), place("b", runs, chosen.runs[1])];
    chosen.measure = place("m", about.measures.map((measure) => measure.metric), chosen.measure);
    return { there: ["query", "a", "b", "m"].some((key) => wanted.has(key)), missing };
  }

  function write() {
    const words = new URLSearchParams({
      query: about.queries[chosen.query].id,
      a: about.runs[chosen.runs[0]],
      b: about.runs[chosen.runs[1]],
      m: about.measures[chosen.measure].metric,
    });
    try {
      history.replaceState(null, "", `#${words}`);
    } catch {
      location.hash = String(words); // where a page may not rewrite its address
    }
  }

  // ---- controls

  function select(label, key, options, now, change) {
    const made = element("select", { "data-key": key }, ...options.map((text, place) => new Option(text, place)));
    made.value = now;
    made.addEventListener("change", () => {
      change(Number(made.value));
      changed();
    });
    return element("label", null, label, made);
  }

  function button(label, about, act) {
    const made = element("button", { type: "button", title: about }, label);
    made.addEventListener("click", act);
    return made;
  }

  const shortened = (text, most) => {
    const signs = [...text];
    return signs.length <= most ? text : `${signs.slice(0, most - 1).join("")}\u2026`;
  };
  const middle = (text, most) => {
    const signs = [...text];
    const half = Math.floor((most - 1) / 2);
    return signs.length <= most ? text : `${signs.slice(0, half).join("")}\u2026${signs.slice(-half).join("")}`;
  };

  function step(by) {
    chosen.query = (chosen.query + by + about.queries.length) % about.queries.length;
    changed();
  }

  // those that are the same once shortened have their places too
  function apart(names) {
    const times = new Map();
    for (const each of names) times.set(each, (times.get(each) ?? 0) + 1);
    return names.map((each, at) => (times.get(each) > 1 ? `${each} (${at + 1})` : each));
  }

  const titles = apart(
    about.queries.map((query) => shortened(query.text ? `${query.id}: ${query.text}` : query.id, 70)),
  );
  const runs = apart(about.runs.map((run) => middle(run, 60)));
  const controls = {
    query: select("Query", "query", titles, 0, (place) => (chosen.query = place)),
    a: select("Run A", "a", runs, 0, (place) => (chosen.runs[0] = place)),
    b: select("Run B", "b", runs, 0, (place) => (chosen.runs[1] = place)),
    m: select(
      "Contributions to",
      "m",
      about.measures.map((measure) => measure.metric),
      0,
      (place) => (chosen.measure = place),
    ),
  };
  const status = element("p", { role: "status", "aria-live": "polite" });
  const body = element("div", { class: "query-body" });
  const buttons = element(
    "div",
    { class: "buttons" },
    button("\u2190 Previous", "Previous query (key p)", () => step(-1)),
    button("Next \u2192", "Next query (key n)", () => step(1)),
    button("Swap runs", "Swap the two runs (key s)", swap),
  );
  root.replaceChildren(element("div", { class: "controls" }, ...Object.values(controls), buttons), status, body);
  root.hidden = false;

  function swap() {
    chosen.runs.reverse();
    changed();
  }

  // keys work wherever the focus is within, but for controls that take letters themselves
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("select, input")) return;
    const acts = { n: () => step(1), p: () => step(-1), s: swap };
    if (acts[event.key]) {
      acts[event.key]();
      event.preventDefault();
    }
  });
  root.tabIndex = -1;

  // ---- what is shown

  function heading(query) {
    const judged = `${query.judged} ${query.judged === 1 ? "document" : "documents"} judged, ${query.relevant} relevant`;
    return element(
      "div",
      { class: "query-head" },
      element("h3", null, "Query ", name(query.id)),
      query.text ? element("p", { dir: "auto", class: "query-text" }, query.text) : null,
      element("p", { class: "query-facts" }, judged),
    );
  }

  function scores(sides) {
    const head = ["Measure", "A", "B", "A \u2212 B"].map((text, place) =>
      element("th", { scope: "col", class: place && "number" }, text),
    );
    const rows = about.measures.map((measure, place) => {
      const [one, other] = sides.map((side) => side.scores[place]);
      const apart = one === null || other === null ? null : one - other;
      const good = !apart || measure.direction === "neither" ? "" : apart > 0 === (measure.direction !== "lower");
      const tone = good === "" || signed(apart)[0] === "0" ? "" : good ? " better" : " worse";
      return element(
        "tr",
        { class: place === chosen.measure && "chosen" },
        element("th", { scope: "row" }, name(measure.metric)),
        element("td", { class: "number" }, number(one)),
        element("td", { class: "number" }, number(other)),
        element("td", { class: `number${tone}` }, apart === null ? NONE : signed(apart)),
      );
    });
    return element(
      "div",
      { class: "box scores", tabindex: "0", role: "region", "aria-label": "Scores of the two runs on this query" },
      element(
        "table",
        null,
        element("caption", null, "Scores on this query"),
        element("thead", null, element("tr", null, ...head)),
        element("tbody", null, ...rows),
      ),
    );
  }

  // where the other run has a document, as a cell
  function place(rank, there, other) {
    if (there === undefined) {
      const rest = other.retrieved > other.documents.length;
      const text = rest ? `> ${other.documents.length}` : "not there";
      return element("td", { class: "move gone" }, text);
    }
    const by = there - rank;
    const sign = by > 0 ? "\u25b2" : by < 0 ? "\u25bc" : "=";
    const said = by > 0 ? `, ${by} higher here` : by < 0 ? `, ${-by} lower here` : ", the same";
    return element(
      "td",
      { class: `move ${by > 0 ? "up" : by < 0 ? "down" : "same"}` },
      String(there),
      element("span", { "aria-hidden": "true" }, ` ${sign}${by ? Math.abs(by) : ""}`),
      aside(said),
    );
  }

  function judgment(document) {
    if (document.relevance === null) return element("td", { class: "number" }, "?", aside(" not judged"));
    return element("td", { class: "number" }, whole(document.relevance));
  }

  // what a rank adds, and a bar as long as that is of the most
  function added(value, most) {
    if (value === undefined || value === null) return element("td", { class: "adds" }, element("span", null, NONE));
    const bar = element("span", { class: value < 0 ? "bar less" : "bar", "aria-hidden": "true" });
    bar.style.width = `${most ? (4 * Math.abs(value)) / most : 0}rem`;
    return element("td", { class: "adds" }, element("span", null, value ? signed(value) : "0"), bar);
  }

  function ranking(letter, side, other, shows, most) {
    const places = new Map(other.documents.map((document, at) => [document.id, at + 1]));
    const adds = side.adds[chosen.measure];
    const heads = [
      ["#", "number"],
      ["Document", ""],
      ["Rel", "number", "Relevance by the judgments"],
      shows.gains && ["Gain", "number", "What the document is worth by the judgments"],
      shows.scores && ["Score", "number score", "The run's own score"],
      [`In ${letter === "A" ? "B" : "A"}`, "", "Where the other run has the document"],
      adds && ["Adds", "adds", `What the document adds to ${about.measures[chosen.measure].metric}`],
    ].filter(Boolean);
    const cutoff = about.measures[chosen.measure].cutoff ?? Infinity;
    const rows = side.documents.map((document, at) => {
      const beyond = at + 1 > cutoff;
      const relevant = document.relevance === null ? "unjudged" : document.relevance > 0 ? "relevant" : "irrelevant";
      const gain = document.gain === null ? NONE : whole(document.gain);
      const row = element(
        "tr",
        { class: `${relevant}${at === cutoff ? " beyond" : ""}`, "data-document": document.id },
        element("td", { class: "number" }, String(at + 1)),
        element("th", { scope: "row" }, name(document.id)),
        judgment(document),
        shows.gains ? element("td", { class: "number" }, gain) : null,
        shows.scores ? element("td", { class: "number score" }, whole(document.score)) : null,
        place(at + 1, places.get(document.id), other),
        adds ? added(beyond ? null : adds[at], most) : null,
      );
      for (const [kind, on] of [["mouseenter", true], ["mouseleave", false]]) {
        row.addEventListener(kind, () => {
          for (const each of body.querySelectorAll("tr[data-document]")) {
            each.classList.toggle("pointed", on && each.dataset.document === document.id);
          }
        });
      }
      return row;
    });
    const run = about.runs[chosen.runs[letter === "A" ? 0 : 1]];
    return element(
      "div",
      { class: "ranking" },
      element("h4", null, `${letter}: `, name(run), run === about.baseline ? " (baseline)" : null),
      element(
        "div",
        { class: "box", tabindex: "0", role: "region", "aria-label": `Ranking ${letter}` },
        element(
          "table",
          { "data-side": letter },
          element(
            "thead",
            null,
            element(
              "tr",
              null,
              ...heads.map(([text, kind, title]) => element("th", { scope: "col", class: kind, title }, text)),
            ),
          ),
          element("tbody", null, ...rows),
        ),
      ),
      ...notes(side),
    );
  }

  // how what is shown makes up the score
  function notes(side) {
    const said = [];
    const measure = about.measures[chosen.measure];
    const adds = side.adds[chosen.measure];
    const value = side.scores[chosen.measure];
    if (!side.retrieved) said.push("The run has no documents for this query.");
    else {
      const unjudged = side.documents.filter((document) => document.relevance === null).length;
      const rest = side.retrieved - side.documents.length;
      said.push(`Of these ${side.documents.length}, ${unjudged} without a judgment${rest > 0 ? `; ${rest} more below` : ""}.`);
    }
    if (adds && value !== null && measure.empty !== null && side.retrieved) {
      const sum = adds.reduce((total, each) => total + (each ?? 0), 0);
      const below = value - measure.empty - sum;
      const from = measure.empty ? `${fixed(measure.empty, 4)} without documents, ` : "";
      const rest = Math.abs(below) < 0.00005 ? "" : `, ${signed(below)} by ranks below`;
      said.push(`${measure.metric} ${fixed(value, 4)}: ${from}${signed(sum)} by these ranks${rest}.`);
    }
    return said.map((text) => element("p", { class: "note" }, text));
  }

  function draw(query, sides) {
    const all = sides.flatMap((side) => side.documents);
    const shows = {
      gains: all.some((document) => document.gain !== document.relevance),
      scores: all.some((document) => document.score !== null),
    };
    const most = Math.max(...sides.flatMap((side) => side.adds[chosen.measure] ?? []).map(Math.abs), 0);
    const focused = body.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
    body.replaceChildren(
      heading(query),
      scores(sides),
      element(
        "div",
        { class: "rankings" },
        ranking("A", sides[0], sides[1], shows, most),
        ranking("B", sides[1], sides[0], shows, most),
      ),
    );
    // what had the focus is drawn anew; without it, keys would go nowhere
    if (focused) body.querySelector(`[aria-label="${focused}"]`)?.focus({ preventScroll: true });
  }

  async function show(missing = []) {
    const mine = ++asked;
    const query = about.queries[chosen.query];
    for (const [key, place] of Object.entries({
      query: chosen.query,
      a: chosen.runs[0],
      b: chosen.runs[1],
      m: chosen.measure,
    })) {
      controls[key].querySelector("select").value = place;
    }
    try {
      const sides = await load(chosen.query, chosen.runs, chosen.measure);
      if (mine !== asked) return;
      draw(query, sides);
      const lost = missing.length ? `Not on this page: ${missing.join(", ")}. ` : "";
      status.textContent = `${lost}Query ${chosen.query + 1} of ${about.queries.length}: ${query.id}`;
    } catch (error) {
      if (mine === asked) status.textContent = error.message;
    }
    root.dataset.shown = mine;
  }

  function changed() {
    write();
    show();
  }

  function follow() {
    const { there, missing } = read();
    if (!there && location.hash) return;
    show(missing);
    if (there) root.closest("section")?.scrollIntoView();
  }

  chosen.runs[1] = about.baseline && about.baseline !== about.runs[0] ? about.runs.indexOf(about.baseline) : chosen.runs[1];
  addEventListener("hashchange", follow);
  const { there, missing } = read();
  show(missing);
  if (there) root.closest("section")?.scrollIntoView();
}

// The data of a page of `evalsql report`: documents stand once a query, and rankings and judgments have their numbers.
function packed(data) {
  return (at, runs) => {
    const query = data.queries[at];
    return runs.map((run) => {
      const documents = query.rankings[run].map((number, rank) => ({
        id: query.documents[number],
        score: query.found ? query.found[run][rank] : null,
        relevance: query.relevance[number],
        gain: (query.gains ?? query.relevance)[number],
      }));
      const adds = query.adds.map((measure) => {
        if (!measure) return null;
        const each = documents.map(() => 0);
        for (let place = 0; place < measure[run].length; place += 2) {
          const adds = measure[run][place + 1];
          each[measure[run][place] - 1] = adds === null ? null : adds / data.unit;
        }
        return each;
      });
      return { retrieved: query.retrieved[run], documents, scores: query.scores.map((measure) => measure[run]), adds };
    });
  };
}

if (typeof document !== "undefined") {
  const held = document.getElementById("query-data");
  if (held) {
    const data = JSON.parse(held.textContent);
    if (data.queries.length && data.runs.length) drawQueries(document.getElementById("query-page"), data, packed(data));
    for (const each of document.querySelectorAll("#query .unscripted")) each.classList.add("drawn");
    // of many queries some are not here, and nothing leads to them
    const here = new Set(data.queries.map((query) => query.id));
    for (const link of document.querySelectorAll('#difficulty a[href^="#query="]')) {
      if (!here.has(new URLSearchParams(link.hash.slice(1)).get("query"))) link.replaceWith(...link.childNodes);
    }
  }
}
