// How results of the site's search are ordered: Sphinx's own scores, with pages of tasks before references, and those before what developers read.
var Scorer = {
  score: ([name, , , , score]) => {
    const weights = [[/^(recipes|guide\/)/, 12], [/^(changelog|development\/|background\/|genindex)/, -12]];
    return weights.reduce((sum, [pages, weight]) => sum + (pages.test(name) ? weight : 0), score);
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
