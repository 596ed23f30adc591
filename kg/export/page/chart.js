// Papers per year as bars.
const Chart = (() => {
  "use strict";

  const [WIDTH, HEIGHT, FOOT] = [340, 74, 16];

  function countByYear(papers) {
    const found = papers.map(Graph.year).filter((year) => year !== null);
    if (!found.length) return [];
    const [first, last] = [State.years[0], State.years.at(-1)];
    return Array.from({ length: last - first + 1 }, (_, n) => [
      first + n,
      found.filter((year) => year === first + n).length,
    ]);
  }

  // A section with the chart of these papers, or null where there are not two years to compare.
  function papersPerYear(papers) {
    const counts = countByYear(papers);
    if (counts.length < 2 || counts.length > 200) return null;
    const most = Math.max(...counts.map(([, count]) => count));
    const step = WIDTH / counts.length;
    const bars = counts.map(([year, count], n) => {
      const height = count ? Math.max(2, (count / most) * (HEIGHT - FOOT - 14)) : 0;
      const place = {
        x: n * step + step * 0.15,
        y: HEIGHT - FOOT - height,
        width: step * 0.7,
        height,
        rx: 1.5,
      };
      return Dom.svg("g", {}, Dom.svg("title", {}, `${year}: ${count}`), Dom.svg("rect", place));
    });
    const text = (content, x, y, anchor) => Dom.svg("text", { x, y, "text-anchor": anchor }, content);
    const peak = counts.findIndex(([, count]) => count === most);
    const spoken = counts
      .filter(([, count]) => count)
      .map(([year, count]) => `${year}: ${count}`)
      .join(", ");
    return Dom.element(
      "section",
      {},
      Dom.element("h3", {}, "Papers per year"),
      Dom.svg(
        "svg",
        {
          class: "chart",
          viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
          role: "img",
          "aria-label": `Papers per year: ${spoken}`,
        },
        Dom.svg("path", { class: "axis", d: `M0 ${HEIGHT - FOOT + 0.5}H${WIDTH}` }),
        bars,
        text(
          String(counts[0][0]),
          step / 2 < 14 ? 0 : step / 2,
          HEIGHT - 3,
          step / 2 < 14 ? "start" : "middle",
        ),
        text(
          String(counts.at(-1)[0]),
          step / 2 < 14 ? WIDTH : WIDTH - step / 2,
          HEIGHT - 3,
          step / 2 < 14 ? "end" : "middle",
        ),
        text(String(most), (peak + 0.5) * step, HEIGHT - FOOT - (HEIGHT - FOOT - 14) - 4, "middle"),
      ),
    );
  }

  return { papersPerYear };
})();
