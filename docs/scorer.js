// The order of the search's results: Sphinx's own scores, with pages of tasks before references, and those before pages for developers. Questions and recipes come first among equals.
var Scorer = {
  score: ([name, , , , score]) => {
    const weights = [[/^(recipes|guide\/)/, 12], [/^(recipes|guide\/questions)$/, 1], [/^(changelog|development\/|background\/|genindex)/, -12]];
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
