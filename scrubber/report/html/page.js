"use strict";
// State and drawing. Offsets are code points; a note's text is cut into code points once, when it is first shown.
const DATA = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const HUES = { NAME: 352, DATE: 212, LOCATION: 140, CONTACT: 275, ID: 24, AGE: 48, PROFESSION: 182 };
const [START, END, TYPE, RULE, WEIGHT, KIND, TO, WHY] = [0, 1, 2, 3, 4, 5, 6, 7];
const TITLES = {
  found: DATA.verb, kept: "found, kept by the profile", almost: "almost: weight too low", miss: "missed",
  alarm: "false alarm", missed: "marked as missed", wrong: "marked as wrong",
};
const state = { note: null, focus: "", off: new Set(), rule: "", view: DATA.views[0], order: [], marks: new Map(), seen: new Set() };
for (const note of DATA.notes) note.spans.forEach((span, index) => { span.index = index; });

function hue(type) {
  const info = DATA.types[type] || ["", 0];
  let base = HUES[info[0]];
  if (base === undefined) base = [...type].reduce((sum, c) => (sum * 31 + c.codePointAt(0)) % 360, 7);
  return (base + info[1] * 4 + 360) % 360;
}

function element(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

function chip(type, text) {
  const node = element("button", "chip", text);
  node.style.setProperty("--h", hue(type));
  node.dataset.type = type;
  return node;
}

function points(note) {
  if (!note.points) note.points = /[\ud800-\udfff]/.test(note.text) ? Array.from(note.text) : note.text;
  return note.points;
}

function piece(note, start, end) {
  const all = points(note);
  return typeof all === "string" ? all.slice(start, end) : all.slice(start, end).join("");
}

function shown(span) {
  if (span[KIND] === "missed") return true;
  if (state.off.has(span[TYPE]) || (state.rule && span[RULE] !== state.rule)) return false;
  return span[KIND] !== "almost" || $("almost").checked;
}

function countBy(column) {
  const counts = new Map();
  for (const note of DATA.notes) for (const s of note.spans) counts.set(s[column], (counts.get(s[column]) || 0) + 1);
  return counts;
}

function drawTypes() {
  const known = Object.keys(DATA.types);
  const rank = (type) => { const at = known.indexOf(type); return at < 0 ? known.length : at; };
  const inOrder = [...countBy(TYPE)].sort((a, b) => rank(a[0]) - rank(b[0]) || (a[0] < b[0] ? -1 : 1));
  $("types").replaceChildren(...inOrder.map(([type, count]) => {
    const node = chip(type, `${type} ${count}`);
    node.classList.toggle("off", state.off.has(type));
    node.title = "Click: hide or show. Double click: only this type.";
    node.onclick = () => { state.off.has(type) ? state.off.delete(type) : state.off.add(type); drawAll(); };
    node.ondblclick = () => { state.off = new Set(inOrder.map(([t]) => t).filter((t) => t !== type)); drawAll(); };
    return node;
  }));
}

function drawRules() {
  const options = [...countBy(RULE)].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  $("rules").replaceChildren(new Option("every rule", ""), ...options.map(([r, n]) => new Option(`${r}  (${n})`, r)));
}

function visibleNotes() {
  const words = $("search").value.toLowerCase();
  const fits = (n) => (!words || n.name.toLowerCase().includes(words) || n.text.toLowerCase().includes(words))
    && ((!state.off.size && !state.rule) || n.spans.some(shown));
  const byName = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
  const orders = {
    risk: (a, b) => b.risk - a.risk || byName(a, b), name: byName,
    unseen: (a, b) => state.seen.has(a) - state.seen.has(b) || b.risk - a.risk || byName(a, b),
  };
  return DATA.notes.filter(fits).sort(orders[$("order").value]);
}

function drawNotes() {
  state.order = visibleNotes();
  for (const note of state.order) drawRow(note);
  const rows = state.order.map((note) => note.row);
  $("notes").replaceChildren(...(rows.length ? rows : [element("li", "empty", "No note fits the search and filters.")]));
  drawSummary();
}

const MOST_RISK = DATA.notes.reduce((most, note) => Math.max(most, note.risk), 0.001);

function drawRow(note) {
  const row = note.row || (note.row = element("li"));
  const file = element("span", "file");
  const risk = element("span", "risk");
  const level = element("i");
  const marks = marksOf(note);
  const count = (kind) => note.spans.filter((s) => s[KIND] === kind).length;
  const parts = [[count("found"), DATA.verb], [count("almost"), "low"], [count("miss"), "missed"],
    [count("alarm"), "false"], [marks.wrong.size, "✗"], [marks.missed.length, "+"]];
  file.append(element("bdi", "", note.name));
  file.title = note.name;
  risk.title = `risk ${note.risk}`;
  level.style.width = `${Math.round((100 * note.risk) / MOST_RISK)}%`;
  risk.append(level);
  const counts = element("span", "counts", parts.filter((p) => p[0]).map((p) => p.join(" ")).join(" · ") || "nothing found");
  row.replaceChildren(file, risk, counts, element("span", "tick", state.seen.has(note) ? "✓" : ""));
  row.className = (state.seen.has(note) ? "seen" : "") + (note === state.note ? " current" : "");
  row.onclick = () => open_(note);
}

function drawSummary() {
  $("summary").textContent = `${DATA.notes.length} notes, ${state.seen.size} seen` + (DATA.about ? ` · ${DATA.about}` : "");
}

function drawNote() {
  const note = state.note;
  const panes = [];
  if (note) {
    const views = state.view === "side by side" ? ["before", "after"] : [state.view];
    for (const view of views) panes.push(pane(note, view));
    $("name").textContent = note.name;
    $("place").textContent = `${state.order.indexOf(note) + 1} of ${state.order.length}`;
  }
  const tops = [...document.querySelectorAll(".pane")].map((box) => box.scrollTop);
  $("panes").classList.toggle("labels", $("labels").checked);
  $("panes").replaceChildren(...(panes.length ? panes : [element("div", "pane empty", "Nothing to show.")]));
  panes.forEach((box, at) => { box.scrollTop = tops[at] || 0; });
  focusSpan(state.focus);
}

function pane(note, view) {
  const box = element("div", "pane");
  if (DATA.views.length > 1) box.append(element("h2", "", view));
  const text = element("pre");
  text.dataset.view = view;
  let at = 0;
  for (const span of view === "after" ? spansAfter(note) : spansOf(note)) {
    if (span[START] < at) continue;
    const visible = shown(span);
    const replaced = view === "after" && span[TO] !== null;
    text.append(piece(note, at, span[START]));
    text.append(visible || replaced ? markNode(note, span, visible, replaced) : piece(note, span[START], span[END]));
    at = span[END];
  }
  text.append(piece(note, at, points(note).length));
  box.append(text);
  box.onscroll = () => scrollTogether(box);
  return box;
}

// Notes before and after have not the same length: they scroll by the same share of it.
function scrollTogether(box) {
  const share = box.scrollTop / Math.max(1, box.scrollHeight - box.clientHeight);
  for (const other of document.querySelectorAll(".pane")) {
    const top = Math.round(share * (other.scrollHeight - other.clientHeight));
    if (other !== box && Math.abs(other.scrollTop - top) > 2) other.scrollTop = top;
  }
}

function markNode(note, span, visible, replaced) {
  const node = element("mark", visible ? kindOf(note, span) : "faint", replaced ? span[TO] : piece(note, span[START], span[END]));
  node.style.setProperty("--h", hue(span[TYPE]));
  node.dataset.type = span[TYPE];
  node.dataset.key = keyOf(span);
  if (!visible) return node;
  node.onclick = () => focusSpan(keyOf(span));
  node.onmousemove = (event) => tip(event, `${span[TYPE]} · ${span[RULE]} · weight ${span[WEIGHT]} · ${TITLES[kindOf(note, span)]}`);
  node.onmouseleave = () => { $("tip").hidden = true; };
  return node;
}

function tip(event, text) {
  const box = $("tip");
  box.textContent = text;
  box.hidden = false;
  box.style.left = `${Math.min(event.clientX + 12, innerWidth - box.offsetWidth - 8)}px`;
  box.style.top = `${Math.min(event.clientY + 16, innerHeight - box.offsetHeight - 8)}px`;
}

function focused() {
  return state.note ? spansOf(state.note).find((s) => keyOf(s) === state.focus && shown(s)) : undefined;
}

function focusSpan(key) {
  state.focus = key;
  for (const node of document.querySelectorAll("mark.focus")) node.classList.remove("focus");
  for (const node of document.querySelectorAll("#panes mark:not(.faint)")) {
    if (node.dataset.key !== key) continue;
    node.classList.add("focus");
    node.scrollIntoView({ block: "nearest" });
  }
  drawDetail();
}

function stepSpan(by) {
  if (!state.note) return;
  const spans = spansOf(state.note).filter(shown);
  const at = spans.findIndex((s) => keyOf(s) === state.focus);
  const next = spans[at < 0 ? (by > 0 ? 0 : spans.length - 1) : at + by];
  if (next) focusSpan(keyOf(next));
}

function open_(note) {
  const before = state.note;
  state.note = note;
  state.focus = "";
  for (const one of [before, note]) if (one) drawRow(one);
  if (note) note.row.scrollIntoView({ block: "nearest" });
  drawNote();
  for (const box of document.querySelectorAll(".pane")) box.scrollTop = 0;
}

function stepNote(by) {
  const next = state.order[state.order.indexOf(state.note) + by];
  if (next) open_(next);
}

function drawAll() {
  drawTypes();
  drawNotes();
  open_(state.order.includes(state.note) ? state.note : state.order[0] || null);
}
