import { IN_ONE_PACK } from './fragments.ts';

/**
 * All that runs in a page: packed parts are put in when they are opened, an exchange is shown above the page, buttons copy the text beside
 * them, the clauses are filtered, and a link opens what it leads to. Its digest stands in the page's policy.
 */
export const SCRIPT = `'use strict';
const packs = new Map();
const put = async (name, place) => {
  const [kind, number] = name.split('-');
  const id = 'pack-' + kind + '-' + Math.floor(number / ${IN_ONE_PACK});
  const pack = document.getElementById(id);
  if (pack && !packs.has(id)) {
    const bytes = Uint8Array.from(atob(pack.content.textContent), (character) => character.charCodeAt(0));
    packs.set(id, new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).json());
  }
  const part = document.createElement('template');
  part.innerHTML = (pack && (await packs.get(id))[number]) ?? '<p>Not in this page: ' + (kind === 'exchange' ? 'If the run sent it, <code>assay show RUN ' + Number(number) + '</code> prints it.' : 'trace.ndjson has its exchanges, report.json its script.') + '</p>';
  place.append(part.content);
};

document.addEventListener('toggle', (event) => {
  const details = event.target;
  if (!(details instanceof HTMLDetailsElement) || !details.open || details.dataset.part === undefined) return;
  const name = details.dataset.part;
  delete details.dataset.part;
  put(name, details);
}, true);

document.addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null;
  const source = button?.previousElementSibling;
  if (!button || !source) return;
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(source.textContent);
    button.textContent = 'Copied';
  } catch {
    getSelection().selectAllChildren(source);
    button.textContent = 'Selected: copy it with the keyboard';
  }
  setTimeout(() => { button.textContent = label; }, 2000);
});

const form = document.getElementById('filter');
const groups = [...document.querySelectorAll('.group')].map((group) => ({
  group,
  rows: [...group.querySelectorAll('li[data-verdict]')].map((row) => ({ row, text: row.textContent.toLowerCase() })),
}));
const found = document.getElementById('found');
const all = found?.textContent;
const filter = () => {
  const { text, verdict, document: wanted, feature, family = '', order } = Object.fromEntries(new FormData(form));
  const words = text.toLowerCase().split(/\\s+/).filter((word) => word !== '');
  const narrowed = words.length > 0 || verdict !== '' || wanted !== '' || feature !== '' || family !== '';
  let [shown, total] = [0, 0];
  for (const { group, rows } of groups) {
    let own = 0;
    for (const { row, text } of rows) {
      const fits = (verdict === '' || row.dataset.verdict === verdict)
        && (wanted === '' || row.dataset.document === wanted)
        && (feature === '' || row.dataset.feature === feature)
        && (family === '' || row.dataset.families?.split(', ').includes(family))
        && words.every((word) => text.includes(word));
      row.hidden = !fits;
      if (fits) own += 1;
    }
    group.hidden = own === 0;
    group.open = narrowed && own > 0;
    shown += own;
    total += rows.length;
  }
  for (const list of document.querySelectorAll('.groups')) {
    const key = (group) => Number(order === 'worst' ? group.dataset.worst : group.dataset.place);
    list.append(...[...list.children].sort((one, other) => key(one) - key(other)));
  }
  found.textContent = shown === total ? all : shown + ' of ' + all;
};
if (form) {
  form.addEventListener('input', (event) => {
    filter();
    const kept = [...new FormData(form)].filter(([, value]) => value !== '' && value !== 'document');
    // A text is typed letter by letter: one step back for all of it.
    const step = event.target.name === 'text' && /[?&]text=/.test(location.hash) ? 'replaceState' : 'pushState';
    history[step](null, '', '#clauses' + (kept.length === 0 ? '' : '?' + new URLSearchParams(kept)));
  });
  form.addEventListener('submit', (event) => event.preventDefault());
}
document.getElementById('jump')?.addEventListener('submit', (event) => {
  event.preventDefault();
  location.hash = 'exchange-' + event.target.elements.number.value;
});

const viewer = document.getElementById('viewer');
let place = '';
viewer?.addEventListener('close', () => {
  if (location.hash.startsWith('#exchange-')) history.pushState(null, '', place || '#');
});
const decoded = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
const reveal = async () => {
  const [name, query] = decoded(location.hash.slice(1)).split('?');
  if (viewer && /^exchange-\\d+$/.test(name)) {
    const content = viewer.querySelector('div');
    content.replaceChildren();
    viewer.querySelector('h2').textContent = name.replace('-', ' ');
    await put(name, content);
    if (!viewer.open) viewer.showModal();
    viewer.scrollTop = 0;
    return;
  }
  place = location.hash;
  if (viewer?.open) viewer.close();
  if (form && (query !== undefined || name === '' || name === 'clauses')) {
    form.reset();
    for (const [key, value] of new URLSearchParams(query ?? '')) if (form.elements[key]) form.elements[key].value = value;
    filter();
  }
  const target = document.getElementById(name);
  for (let at = target; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
    if (at.hidden) at.hidden = false;
  }
  document.documentElement.style.setProperty('--bar', (form?.offsetHeight ?? 0) + 'px');
  target?.scrollIntoView();
};
addEventListener('hashchange', reveal);
reveal();
`;
