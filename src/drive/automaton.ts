/** Finds any of many words in one pass (Aho and Corasick, 1975). */
export interface Automaton {
  /** how many states it has */
  readonly size: number;
  /**
   * Tells of the longest word that ends at each place, and of beginnings of words that do not go on.
   * @param from where to begin
   * @param next the first place from one on at which a word may begin; -1 where none does
   */
  search(text: string, from: number, next: (text: string, from: number) => number, tell: Tell): void;
}

type Tell = (word: number, start: number, end: number, isWhole: boolean) => void;

/** A word, and how much of its beginning is told of where the rest does not follow. */
export interface Word {
  readonly text: string;
  readonly least?: number;
}

const ROOT = 0;

export function buildAutomaton(words: readonly Word[]): Automaton {
  const most = words.reduce((sum, { text }) => sum + text.length, 1);
  const edges = createEdges(most);
  const units = new Uint16Array(most);
  const parents = new Int32Array(most);
  const depths = new Int32Array(most);
  /** one more than the longest word that ends in a state, 0 for none */
  const longest = new Int32Array(most);
  /** one more than the first word of which a state is enough of a beginning, 0 for none */
  const begun = new Int32Array(most);
  let size = 1;
  words.forEach(({ text, least = text.length }, index) => {
    let state = ROOT;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      let next = edges.follow(state, unit);
      if (next === ROOT) {
        next = size++;
        edges.add(state, unit, next);
        units[next] = unit;
        parents[next] = state;
        depths[next] = at + 1;
      }
      state = next;
      if (at + 1 >= least && at + 1 < text.length && begun[state] === 0) begun[state] = index + 1;
    }
    longest[state] = index + 1;
  });
  /** the state of the longest beginning of a word that a state's own word ends with */
  const falls = new Int32Array(size);
  /** the state of the longest beginning of that kind that a state's own word ends with, or the root */
  const beginnings = new Int32Array(size);
  for (const state of byDepth(depths.subarray(0, size))) {
    if (state === ROOT) continue;
    const parent = parents[state] ?? ROOT;
    const fall = parent === ROOT ? ROOT : step(falls[parent] ?? ROOT, units[state] ?? 0);
    falls[state] = fall;
    if (longest[state] === 0) longest[state] = longest[fall] ?? 0;
    beginnings[state] = begun[state] === 0 ? (beginnings[fall] ?? ROOT) : state;
  }

  function step(from: number, unit: number): number {
    for (let state = from; ; state = falls[state] ?? ROOT) {
      const next = edges.follow(state, unit);
      if (next !== ROOT || state === ROOT) return next;
    }
  }

  return {
    size,
    search: (text, from, next, tell) => {
      let state = ROOT;
      let [begins, ends, beginning] = [0, 0, ROOT];
      const tellBeginning = (): void => {
        if (beginning !== ROOT) tell((begun[beginning] ?? 0) - 1, begins, ends, false);
        beginning = ROOT;
      };
      for (let at = from; at < text.length; at++) {
        if (state === ROOT) {
          tellBeginning();
          at = next(text, at);
          if (at === -1) return;
        }
        state = step(state, text.charCodeAt(at));
        const word = (longest[state] ?? 0) - 1;
        if (word >= 0) tell(word, at + 1 - (words[word]?.text.length ?? 0), at + 1, true);
        const found = beginnings[state] ?? ROOT;
        const start = at + 1 - (depths[found] ?? 0);
        // It is told once it does not go on.
        if (start !== begins) tellBeginning();
        if (found === ROOT) continue;
        [begins, ends, beginning] = [start, at + 1, found];
      }
      tellBeginning();
    },
  };
}

/** Edges between states by the unit that they are taken with, in an open hash table; none leads to the root. */
interface Edges {
  follow(state: number, unit: number): number;
  add(state: number, unit: number, next: number): void;
}

function createEdges(most: number): Edges {
  const bits = Math.max(4, Math.ceil(Math.log2(most)) + 1);
  const mask = 2 ** bits - 1;
  const states = new Int32Array(mask + 1);
  const units = new Uint16Array(mask + 1);
  const targets = new Int32Array(mask + 1);

  function placeOf(state: number, unit: number): number {
    let place = Math.imul(Math.imul(state, 0x9e_37_79_b1) + unit, 0x85_eb_ca_6b) >>> (32 - bits);
    while (targets[place] !== 0 && (states[place] !== state || units[place] !== unit)) place = (place + 1) & mask;
    return place;
  }
  return {
    follow: (state, unit) => targets[placeOf(state, unit)] ?? ROOT,
    add: (state, unit, next) => {
      const place = placeOf(state, unit);
      states[place] = state;
      units[place] = unit;
      targets[place] = next;
    },
  };
}

/** States in the order of their depth, as falls lead to what is less deep. */
function byDepth(depths: Int32Array): Int32Array {
  const places = new Int32Array(depths.reduce((most, depth) => Math.max(most, depth), 0) + 2);
  for (const depth of depths) places[depth + 1] = (places[depth + 1] ?? 0) + 1;
  for (let depth = 1; depth < places.length; depth++) places[depth] = (places[depth] ?? 0) + (places[depth - 1] ?? 0);
  const order = new Int32Array(depths.length);
  depths.forEach((depth, state) => {
    const place = places[depth] ?? 0;
    order[place] = state;
    places[depth] = place + 1;
  });
  return order;
}
