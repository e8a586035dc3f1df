/**
 * All that runs in the page: evidence is put in when it is opened, buttons copy the text beside them, the clauses are filtered, and a link
 * opens what it leads to. Its digest stands in the page's policy.
 */
export const SCRIPT = `'use strict';
document.addEventListener('toggle', (event) => {
  const details = event.target;
  if (!(details instanceof HTMLDetailsElement) || !details.open || details.dataset.evidence === undefined) return;
  const template = document.getElementById(details.dataset.evidence);
  delete details.dataset.evidence;
  if (template instanceof HTMLTemplateElement) details.append(template.content.cloneNode(true));
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
if (form) {
  const rows = [...document.querySelectorAll('.clauses > li')].map((row) => ({ row, text: row.textContent.toLowerCase() }));
  const found = document.getElementById('found');
  const all = found.textContent;
  const filter = () => {
    const words = form.elements.text.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
    const verdict = form.elements.verdict.value;
    const wanted = form.elements.document.value;
    let shown = 0;
    for (const { row, text } of rows) {
      const fits = (verdict === '' || row.dataset.verdict === verdict)
        && (wanted === '' || row.dataset.document === wanted)
        && words.every((word) => text.includes(word));
      row.hidden = !fits;
      if (fits) shown += 1;
    }
    found.textContent = shown === rows.length ? all : shown + ' of ' + all;
  };
  form.addEventListener('input', filter);
  form.addEventListener('submit', (event) => event.preventDefault());
  filter();
}

const reveal = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let at = target; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
    if (at.hidden) at.hidden = false;
  }
  target?.scrollIntoView();
};
addEventListener('hashchange', reveal);
reveal();
`;
