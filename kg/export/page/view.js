// Which nodes and edges the filters let through, and which of those are drawn: all of them up to ALL nodes, beyond
// that a backbone of the concepts with most papers and their papers, with what was unfolded by hand.
const View = (() => {
  "use strict";

  const ALL = 1500;
  const BACKBONE = 800;
  const UNFOLD = 150; // neighbours of one node
  const UNFOLDED = 1200; // in all; the oldest fold again, so that the map stays quick

  const inYears = (paper, { years }) => {
    if (State.allYears()) return true;
    const year = Graph.year(paper);
    return year !== null && year >= years[0] && year <= years[1];
  };

  // Edges whose relation and paper pass, and by node the number of edges and of papers that they leave.
  function passing(state) {
    const relations = Graph.relations.map((relation) => state.relations.has(relation));
    const papers = Array.from({ length: Graph.paperCount }, (_, paper) => inYears(paper, state));
    const support = new Uint32Array(Graph.size);
    const edges = [];
    let last = -1;
    for (let e = 0; e < Graph.edgeCount; e += 1) {
      const [from, to] = [Graph.edges.from[e], Graph.edges.to[e]];
      if (!relations[Graph.edges.relation[e]] || !papers[from]) continue;
      edges.push(e);
      support[from] += 1;
      if (last < 0 || Graph.edges.from[last] !== from || Graph.edges.to[last] !== to) support[to] += 1;
      last = e;
    }
    return { edges, support, papers };
  }

  function passes(node, state, { support, papers }) {
    if (state.topic !== null && Graph.topic(node) !== state.topic) return false;
    if (!state.types.has(Graph.type(node).name)) return false;
    if (Graph.isPaper(node)) return papers[node] && (support[node] > 0 || State.allRelations());
    const alone = Graph.edgesOf[node].length === 0 && State.allRelations() && State.allYears();
    return support[node] >= (Graph.isConcept(node) ? state.support : 1) || (alone && state.support === 1);
  }

  // At most `limit` of `nodes`: half of them concepts with most papers, then the papers with most of these.
  function backbone(nodes, { edges, support }, limit) {
    const concepts = nodes
      .filter(Graph.isConcept)
      .sort((one, two) => support[two] - support[one] || one - two);
    const chosen = new Set(concepts.slice(0, limit / 2));
    const links = new Map(nodes.filter(Graph.isPaper).map((paper) => [paper, 0]));
    for (const e of edges) {
      const paper = Graph.edges.from[e];
      if (links.has(paper) && chosen.has(Graph.edges.to[e])) links.set(paper, links.get(paper) + 1);
    }
    const papers = [...links].sort((one, two) => two[1] - one[1] || one[0] - two[0]);
    for (const [paper] of papers.slice(0, limit / 2)) chosen.add(paper);
    for (const concept of concepts.slice(limit / 2)) {
      if (chosen.size >= limit) break;
      chosen.add(concept);
    }
    return chosen;
  }

  // {nodes, edges} to draw, the number of nodes that `pass` the filters, and the support by node they leave.
  function current() {
    const { state } = State;
    const left = passing(state);
    const all = Array.from({ length: Graph.size }, (_, node) => node).filter((node) =>
      passes(node, state, left),
    );
    const pass = new Set(all);
    const nodes = all.length > ALL ? backbone(all, left, BACKBONE) : new Set(all);
    for (const node of state.unfolded) if (pass.has(node)) nodes.add(node);
    if (state.selected !== null) nodes.add(state.selected);
    return {
      nodes,
      edges: between(nodes, left.edges),
      pass,
      passingEdges: left.edges,
      support: left.support,
    };
  }

  const between = (nodes, edges) =>
    edges.filter((e) => nodes.has(Graph.edges.from[e]) && nodes.has(Graph.edges.to[e]));

  // What was unfolded before, then `node` and its neighbours that are worth it, most supported first.
  function unfold(before, node) {
    const near = Graph.neighbours(node).sort(Graph.byWeight).slice(0, UNFOLD);
    const unfolded = new Set(before);
    for (const one of [node, ...near]) {
      unfolded.delete(one);
      unfolded.add(one);
    }
    return new Set([...unfolded].slice(-UNFOLDED));
  }

  return { current, between, unfold };
})();
