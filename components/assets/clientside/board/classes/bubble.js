// The value at the hand, within the picture.

export function make(svg, size) {
  const group = svg.append("g").attr("class", "bubble").attr("aria-hidden", "true").attr("display", "none");
  group.append("rect").attr("rx", 3).attr("y", -11).attr("height", 22);
  group.append("text").attr("text-anchor", "middle").attr("dy", "0.32em");
  return {
    say: (words, x, y) => {
      group.attr("display", null).select("text").text(words);
      const wide = group.select("text").node().getBBox().width + 12;
      const at = Math.max(wide / 2 + 2, Math.min(size().width - wide / 2 - 2, x));
      group.attr("transform", `translate(${at}, ${Math.max(12, y)})`);
      group
        .select("rect")
        .attr("x", -wide / 2)
        .attr("width", wide);
    },
    hush: () => group.attr("display", "none"),
  };
}
