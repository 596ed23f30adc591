// Abstracts: offsets, marks and sentences. Offsets of mentions are code points, those of strings here are
// UTF-16 units; the two differ after the first character beyond U+FFFF.
const Prose = (() => {
  "use strict";

  // A function from code points to UTF-16 units of `text`.
  function toUnits(text) {
    const units = [];
    let unit = 0;
    for (const character of text) {
      units.push(unit);
      unit += character.length;
    }
    units.push(unit);
    if (unit === units.length - 1) return (point) => point;
    return (point) => units[Math.min(point, units.length - 1)];
  }

  // `text` from `from` to `to` (units) with `spans` [{start, end, …}] (units) as nested elements made by
  // `render(span)`. The longer span holds the shorter one; where two cross, the later one is cut in pieces.
  function marked(text, from, to, spans, render) {
    const inside = spans
      .map((span) => ({ ...span, start: Math.max(span.start, from), end: Math.min(span.end, to) }))
      .filter((span) => span.start < span.end)
      .sort((one, two) => one.start - two.start || two.end - one.end);
    const cuts = [...new Set([from, to, ...inside.flatMap((span) => [span.start, span.end])])].sort(
      (x, y) => x - y,
    );
    const fragment = document.createDocumentFragment();
    const open = [];
    let next = 0;
    let covering = [];
    for (let i = 0; i + 1 < cuts.length; i += 1) {
      const [start, end] = [cuts[i], cuts[i + 1]];
      covering = covering.filter((span) => span.end > start);
      while (next < inside.length && inside[next].start === start) covering.push(inside[next++]);
      let same = 0;
      while (same < open.length && open[same].span === covering[same]) same += 1;
      open.length = same;
      for (const span of covering.slice(same)) {
        const element = render(span);
        (open.at(-1)?.element ?? fragment).append(element);
        open.push({ span, element });
      }
      (open.at(-1)?.element ?? fragment).append(text.slice(start, end));
    }
    return fragment;
  }

  const SENTENCE_END = /[.!?]["”')\]]*\s+(?=["“'(\[]*[\p{Lu}\p{N}])/gu;
  const LONGEST = 320;

  // The sentence around a span (units) as {start, end, cutBefore, cutAfter}: a very long one is cut at blanks.
  function sentence(text, start, end) {
    const bounds = { start: 0, end: text.length };
    for (const found of text.matchAll(SENTENCE_END)) {
      const next = found.index + found[0].length;
      if (next <= start) bounds.start = next;
      else if (found.index >= end - 1) {
        bounds.end = found.index + found[0].trimEnd().length;
        break;
      }
    }
    const reach = Math.max(40, (LONGEST - (end - start)) / 2);
    const cutBefore = start - bounds.start > reach * 1.5;
    const cutAfter = bounds.end - end > reach * 1.5;
    if (cutBefore) bounds.start = Math.min(start, text.indexOf(" ", start - reach) + 1 || start);
    if (cutAfter) bounds.end = Math.max(end, text.lastIndexOf(" ", end + reach));
    return { start: Math.min(bounds.start, start), end: Math.max(bounds.end, end), cutBefore, cutAfter };
  }

  const plural = (count, one, many = `${one}s`) =>
    `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

  return { toUnits, marked, sentence, plural };
})();
