// The data island, and the questions that the rest of the page asks of it. Nodes and edges are numbers;
// papers come first, then concepts, then links.
const Graph = (() => {
  "use strict";

  const island = JSON.parse(document.getElementById("data").textContent);
  const { base, title, types, relations, roles, topics, options } = island;
  const { nodes, papers, concepts, links, edges } = island;
  const size = nodes.iri.length;
  const edgeCount = edges.from.length;
  const paperCount = papers.text.length;
  const conceptCount = concepts.aliases.length;

  const edgesOf = Array.from({ length: size }, () => []);
  const support = new Uint32Array(size);
  for (let e = 0; e < edgeCount; e += 1) {
    const repeated = e > 0 && edges.from[e - 1] === edges.from[e] && edges.to[e - 1] === edges.to[e];
    if (!repeated) {
      support[edges.to[e]] += 1;
      support[edges.from[e]] += 1;
    }
    edgesOf[edges.from[e]].push(e);
    edgesOf[edges.to[e]].push(e);
  }

  const isPaper = (node) => node < paperCount;
  const isLink = (node) => node >= paperCount + conceptCount;
  const isConcept = (node) => !isPaper(node) && !isLink(node);
  const type = (node) => types[nodes.type[node]];
  const label = (node) => nodes.label[node] || "(no name)";
  const other = (edge, node) => (edges.from[edge] === node ? edges.to[edge] : edges.from[edge]);
  const relation = (edge) => relations[edges.relation[edge]];
  const role = (edge) => roles[edges.relation[edge]];
  const topic = (node) => nodes.topic[node];

  // What stands behind # in the address: the IRI without the base.
  const key = (node) =>
    nodes.iri[node].startsWith(base) ? nodes.iri[node].slice(base.length) : nodes.iri[node];
  const nodeByKey = new Map(nodes.iri.map((_, node) => [key(node), node]));

  // Browsers percent-encode some characters of an address that an IRI may hold bare.
  function encodedCharacters(text) {
    return text.replace(/%(?:22|3C|3E|60)|(?:%[89A-F][0-9A-F])+/gi, (encoded) => {
      try {
        return decodeURIComponent(encoded);
      } catch {
        return encoded;
      }
    });
  }

  function find(address) {
    return nodeByKey.get(address) ?? nodeByKey.get(encodedCharacters(address)) ?? null;
  }

  function paper(node) {
    return {
      identifier: papers.identifier[node],
      text: papers.text[node],
      year: papers.year[node],
      venue: papers.venue[node],
      url: papers.url[node],
      keywords: papers.keywords[node],
      authors: papers.authors[node],
      doi: papers.doi[node],
    };
  }

  const aliases = (node) => concepts.aliases[node - paperCount];
  const year = (node) => papers.year[node];
  const url = (node) => (isLink(node) ? links.url[node - paperCount - conceptCount] : papers.url[node]);

  // Concepts by their IRIs, those of this graph as numbers, others as IRIs.
  const concept = (iri) => find(iri.startsWith(base) ? iri.slice(base.length) : iri) ?? iri;
  const broader = (node) => concepts.broader[node - paperCount].map(concept);
  const kin = (node) => concepts.related[node - paperCount].map(concept);
  const isAmbiguous = (node) => concepts.ambiguous.includes(node - paperCount);

  let narrowerOf = null;
  function narrower(node) {
    if (!narrowerOf) {
      narrowerOf = new Map();
      for (let concept = paperCount; concept < paperCount + conceptCount; concept += 1) {
        for (const wider of broader(concept)) {
          narrowerOf.set(wider, [...(narrowerOf.get(wider) ?? []), concept]);
        }
      }
    }
    return narrowerOf.get(node) ?? [];
  }

  // Flat [start, end, start, end …] of an edge as [{start, end}], in code points.
  function mentions(edge) {
    const flat = edges.mentions[edge];
    return Array.from({ length: flat.length / 2 }, (_, i) => ({ start: flat[2 * i], end: flat[2 * i + 1] }));
  }

  const neighbours = (node) => [...new Set(edgesOf[node].map((edge) => other(edge, node)))];

  const { compare } = new Intl.Collator("en");
  const byLabel = (one, two) => compare(label(one), label(two)) || one - two;
  const byWeight = (one, two) => support[two] - support[one] || byLabel(one, two);

  // The `count` first of many nodes in the order of `compare`, without sorting them all.
  function first(many, count, compare) {
    const best = [];
    for (const node of many) {
      if (best.length === count && compare(node, best.at(-1)) >= 0) continue;
      const at = best.findIndex((other) => compare(node, other) < 0);
      best.splice(at < 0 ? best.length : at, 0, node);
      if (best.length > count) best.pop();
    }
    return best;
  }

  const conceptNodes = () => Array.from({ length: conceptCount }, (_, n) => paperCount + n);

  // Concepts that share most papers with a concept, as [concept, number of shared papers].
  function related(node) {
    const shared = new Map();
    for (const paperNode of neighbours(node)) {
      for (const concept of neighbours(paperNode)) {
        if (concept !== node && isConcept(concept)) shared.set(concept, (shared.get(concept) ?? 0) + 1);
      }
    }
    return [...shared].sort((one, two) => two[1] - one[1] || byWeight(one[0], two[0]));
  }

  return {
    title,
    types,
    relations,
    topics,
    options,
    nodes,
    edges,
    size,
    edgeCount,
    paperCount,
    conceptCount,
    support,
    edgesOf,
    isPaper,
    isLink,
    isConcept,
    type,
    label,
    other,
    relation,
    role,
    topic,
    key,
    find,
    paper,
    aliases,
    year,
    url,
    broader,
    kin,
    isAmbiguous,
    narrower,
    mentions,
    neighbours,
    byLabel,
    byWeight,
    first,
    conceptNodes,
    related,
  };
})();
