// Search over the names of all nodes, with aliases and identifiers, then over the abstracts.
const Search = (() => {
  "use strict";

  const LIMIT = 8;

  // "MAIL-BRO" -> "mail bro": letters and digits of any script, without accents and case.
  function fold(text) {
    return text
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}+#]+/gu, " ")
      .trim();
  }

  const squeeze = (folded) => folded.replaceAll(" ", "");

  function* names(node) {
    yield [Graph.label(node), "label"];
    if (Graph.isConcept(node)) for (const alias of Graph.aliases(node)) yield [alias, "alias"];
    if (Graph.isPaper(node)) yield [Graph.paper(node).identifier, "identifier"];
  }

  let entries = null;
  function index() {
    entries ??= Array.from({ length: Graph.size }, (_, node) => node).flatMap((node) =>
      [...names(node)].map(([text, kind]) => {
        const folded = fold(text);
        return { node, text, kind, folded, squeezed: squeeze(folded) };
      }),
    );
    return entries;
  }

  const abstracts = [];
  function foldedAbstract(node) {
    abstracts[node] ??= ` ${fold(Graph.paper(node).text)} `;
    return abstracts[node];
  }

  // Prepares the index while the browser is idle, so that the first search answers at once.
  function warm() {
    if (!window.requestIdleCallback) return;
    let node = 0;
    const step = (deadline) => {
      index();
      while (node < Graph.paperCount && deadline.timeRemaining() > 1) foldedAbstract(node++);
      if (node < Graph.paperCount) window.requestIdleCallback(step);
    };
    window.requestIdleCallback(step);
  }

  // How well a name answers a query: 0 is equal, Infinity is not at all.
  function rank(entry, query) {
    const { folded, squeezed } = entry;
    if (folded === query.folded) return 0;
    if (squeezed === query.squeezed) return 1;
    if (folded.startsWith(query.folded)) return 2;
    if (folded.includes(` ${query.folded}`)) return 3;
    if (squeezed.startsWith(query.squeezed)) return 4;
    if (query.words.every((word) => ` ${folded}`.includes(` ${word}`))) return 5;
    return query.folded.length > 2 && folded.includes(query.folded) ? 6 : Infinity;
  }

  // Whether one edit (two in long words) turns `word` into `other` or its start: Damerau's distance.
  function near(word, other) {
    if (word[0] !== other[0] || word.length < 4 || other.length < word.length - 2) return false;
    const allowed = word.length >= 8 ? 2 : 1;
    const target = other.slice(0, word.length + (other.length > word.length + 2 ? 0 : 2));
    if (Math.abs(word.length - target.length) > allowed) return false;
    let before = null;
    let row = Array.from({ length: target.length + 1 }, (_, i) => i);
    for (let i = 1; i <= word.length; i += 1) {
      const next = [i];
      for (let j = 1; j <= target.length; j += 1) {
        const same = word[i - 1] === target[j - 1];
        next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (same ? 0 : 1));
        const swapped = i > 1 && j > 1 && word[i - 1] === target[j - 2] && word[i - 2] === target[j - 1];
        if (swapped) next[j] = Math.min(next[j], before[j - 2] + 1);
      }
      if (Math.min(...next) > allowed) return false;
      [before, row] = [row, next];
    }
    return row[target.length] <= allowed;
  }

  // Whether each word of the query nearly stands in the name; words are compared once, as they recur.
  function similarity(query) {
    const known = query.words.map(() => new Map());
    const alike = (word, other, i) => {
      if (!known[i].has(other)) known[i].set(other, other.startsWith(word) || near(word, other));
      return known[i].get(other);
    };
    return (entry) => {
      const others = entry.folded.split(" ");
      return query.words.every((word, i) => others.some((other) => alike(word, other, i)));
    };
  }

  function best(score) {
    const found = new Map();
    for (const entry of index()) {
      const points = score(entry);
      const known = found.get(entry.node);
      if (points < (known?.points ?? Infinity)) found.set(entry.node, { ...entry, points });
    }
    return [...found.values()].sort(
      (one, two) =>
        one.points - two.points ||
        Graph.support[two.node] - Graph.support[one.node] ||
        one.folded.length - two.folded.length ||
        one.node - two.node,
    );
  }

  function inAbstracts(query, known) {
    const taken = new Set(known.map((result) => result.node));
    const found = [];
    for (let node = 0; node < Graph.paperCount && found.length < LIMIT; node += 1) {
      if (!taken.has(node) && foldedAbstract(node).includes(` ${query.folded}`)) {
        found.push({ node, text: Graph.label(node), kind: "abstract" });
      }
    }
    return found;
  }

  // Up to eight results [{node, text, kind}]: `text` is the name that matched; kind is label, alias,
  // identifier, abstract (the words stand in it), or similar (no name matches, this one nearly does).
  function find(text) {
    const folded = fold(text);
    if (!folded) return [];
    const query = { folded, squeezed: squeeze(folded), words: folded.split(" ") };
    const named = best((entry) => rank(entry, query)).slice(0, LIMIT);
    if (named.length < LIMIT && folded.length > 2) named.push(...inAbstracts(query, named));
    if (named.length) return named.slice(0, LIMIT);
    const similar = similarity(query);
    const close = best((entry) => (similar(entry) ? 7 : Infinity));
    return close.slice(0, LIMIT).map((result) => ({ ...result, kind: "similar" }));
  }

  // What to offer before anything is typed: the concepts of most papers.
  function popular() {
    const nodes = Graph.first(Graph.conceptNodes(), LIMIT, Graph.byWeight);
    return nodes.map((node) => ({ node, text: Graph.label(node), kind: "label" }));
  }

  return { find, popular, warm, fold };
})();
