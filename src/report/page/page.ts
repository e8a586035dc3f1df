import type { Report, TransitionResult } from '../../model/types.ts';
import type { TraceEvent } from '../../trace/events.ts';
import { contentPolicy } from '../plain-page.ts';
import { plural } from '../defects.ts';
import { excerpt } from '../excerpt.ts';
import { outcomeText } from '../outcome.ts';
import type { Plot } from '../load-plots.ts';
import { headlineFigures } from '../load-tables.ts';
import { firstFew, reasonsFor } from '../reasons.ts';
import { familiesText, requestKinds } from '../tally.ts';
import { replayCommand } from '../steps.ts';
import { duration } from '../text.ts';
import { defectSection } from './defects.ts';
import { clausesSection, observationSection } from './clauses-section.ts';
import { loadSection, plotFigure, validity } from './load-section.ts';
import { markup, join, NOTHING, type Markup } from './markup.ts';
import { SCRIPT } from './script.ts';
import { stateDiagram } from './state-diagram.ts';
import { STYLE } from './style.ts';
import { badge } from './verdicts.ts';
import { grouped } from '../../model/grouped.ts';

/**
 * `report.markup`: one file that needs nothing else and may ask for nothing. What a target has sent is text in it, never markup; the page's
 * own script is the only one that its policy lets run.
 */
export function renderPage(report: Report, events: readonly TraceEvent[], plots: readonly Plot[] = []): string {
  const { heading, why } = outcomeText(report);
  const sections = [
    notes(report),
    loadSection(report),
    defectSection(report, events),
    openSection(report),
    report.load === undefined ? plotSection(plots) : NOTHING,
    stateSection(report.transitions),
    waivedSection(report),
    flakySection(report),
    clausesSection(report),
    observationSection(report),
    leftoverSection(report),
  ];
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content="${{ html: contentPolicy([STYLE], [SCRIPT]) }}"
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${heading}: ${report.target.name}</title>
        <style>${{ html: STYLE }}</style>
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header>
          ${validity(report)}
          <p class="tool">${report.tool.name} ${report.tool.version}</p>
          <h1 class="${report.outcome}">${heading}</h1>
          <p class="reason">${why}; exit code ${report.exitCode}</p>
          ${figures(report)} ${navigation(sections)}
        </header>
        <main id="content">${sections}</main>
        <script>${{ html: SCRIPT }}</script>
      </body>
    </html> `.html;
}

const TITLES: readonly (readonly [string, string])[] = [
  ['load', 'Load'],
  ['defects', 'Defects'],
  ['open', 'Not judged'],
  ['plots', 'Rate limit'],
  ['states', 'State tables'],
  ['waived', 'Waived'],
  ['flaky', 'Flaky'],
  ['clauses', 'Clauses'],
  ['observed', 'Observed behaviour'],
];

function navigation(sections: readonly Markup[]): Markup {
  const there = TITLES.filter(([id]) => sections.some((section) => section.html.includes(`<section id="${id}"`)));
  return there.length === 0
    ? NOTHING
    : markup`<nav aria-label="Sections">
        <ul>
          ${there.map(([id, title]) => markup`<li><a href="#${id}">${title}</a></li>`)}
        </ul>
      </nav>`;
}

function figures(report: Report): Markup {
  const { summary, requests, target, seed, startedAt, durationMs, specs, observations } = report;
  const { clauses } = summary;
  const figure = (value: string, label: string): Markup =>
    markup`<div>
      <dt>${label}</dt>
      <dd>${value}</dd>
    </div>`;
  return markup`<dl class="figures">
      ${join([
        figure(`${clauses.passed + clauses.failed} of ${clauses.testable + clauses.referenceOnly}`, 'clauses judged'),
        figure(String(clauses.failed), 'clauses violated'),
        ...headlineFigures(report).map(([label, value]) => figure(value, label)),
        ...(report.load === undefined ? [figure(requests.sent.toLocaleString('en-US'), 'requests')] : []),
        figure(String(observations.length), 'observed behaviours'),
        figure(duration(durationMs), 'duration'),
      ])}
    </dl>
    <p class="muted">
      target <b>${target.name}</b>, ${startedAt.replace('T', ' ').slice(0, 19)} UTC, seed ${seed}; specs ${specs.digest.slice(0, 12)};
      ${[requestKinds(report), familiesText(report)].filter((text) => text !== '').join('; oracle families: ')}
    </p>`;
}

/** What a reader must know before anything else. */
function notes({ partial, stopped = [], badWaivers = [], notCertifiable = [], environment }: Report): Markup {
  const errors: unknown = Reflect.get(environment, 'harnessErrors');
  const broken = Array.isArray(errors) ? errors.map(String) : [];
  const items = [
    ...(partial === undefined
      ? []
      : [markup`<li><b>Partial:</b> ${partial}. The report covers only the part before the interruption.</li>`]),
    ...stopped.map(({ message }) => markup`<li>${message}</li>`),
    ...badWaivers.map(({ at, message }) => markup`<li>${at} ${message}</li>`),
    ...broken.map((error) => markup`<li><b>Error in Assay:</b> ${excerpt(error, 1000)}</li>`),
    ...(notCertifiable.length === 0 ? [] : [markup`<li>Cannot be certified: ${notCertifiable.join('; ')}</li>`]),
  ];
  return items.length === 0
    ? NOTHING
    : markup`<ul class="notes">
        ${items}
      </ul>`;
}

const REASONS = 60;

/** Why clauses have no verdict on the target, by blame. */
function openSection(report: Report): Markup {
  const verdicts = (['error', 'inconclusive', 'skipped'] as const).filter((verdict) => reasonsFor(report, verdict).length > 0);
  if (verdicts.length === 0) return NOTHING;
  return markup`<section id="open">
    <h2>Not judged</h2>
    ${verdicts.map((verdict) => {
      const groups = reasonsFor(report, verdict);
      const count = groups.reduce((sum, { clauses }) => sum + clauses.length, 0);
      return markup`<details class="card" ${{ html: verdict === 'skipped' ? '' : ' open' }}>
        <summary>${badge(verdict)} ${plural(count, 'clause')}</summary>
        <ul class="reasons">
          ${groups
            .slice(0, REASONS)
            .map(
              ({ blame, reason, clauses }) =>
                markup`<li><b>${clauses.length}</b> ${blame ?? ''} ${reason} <span class="muted">${firstFew(clauses, 6)}</span></li>`,
            )}
        </ul>
      </details>`;
    })}
  </section>`;
}

function plotSection(plots: readonly Plot[]): Markup {
  if (plots.length === 0) return NOTHING;
  return markup`<section id="plots">
    <h2>Rate limit</h2>
    ${plots.map(plotFigure)}
  </section>`;
}

function stateSection(transitions: readonly TransitionResult[]): Markup {
  const machines = grouped(transitions, ({ document, machine }) => `${document}: ${machine}`);
  if (machines.size === 0) return NOTHING;
  return markup`<section id="states">
    <h2>State tables</h2>
    <p class="muted">
      Every documented transition. If a pair of states has several rows, the arrow has the colour of the worst verdict. The number is how
      often the run exercised the transition.
    </p>
    <p class="legend">${(['pass', 'fail', 'inconclusive', 'skipped'] as const).map((verdict) => markup`${badge(verdict)} `)}</p>
    ${[...machines].map(
      ([name, rows]) =>
        markup`<h3>${name}</h3>
          ${stateDiagram(name, rows)}
          <details class="card">
            <summary>${plural(rows.length, 'row')} of the table</summary>
            <ol class="rows">
              ${rows.map(
                ({ id, from, to, times, readBack = 0, verdict }) =>
                  markup`<li>
                    ${badge(verdict ?? 'null')}
                    <div>
                      <code>${id}</code>
                      <p>${from} → ${to}</p>
                      <p class="muted">exercised ${times}×${readBack === 0 ? '' : `, read back ${readBack}×`}</p>
                    </div>
                  </li>`,
              )}
            </ol>
          </details>`,
    )}
  </section>`;
}

function waivedSection({ waived }: Report): Markup {
  if (waived.length === 0) return NOTHING;
  return markup`<section id="waived">
    <h2>${plural(waived.length, 'failure')} waived</h2>
    <ol class="rows">
      ${waived.map(
        ({ clause, expected, received, reason, owner, link, expires }) =>
          markup`<li>
            ${badge('waived')}
            <div>
              <code>${clause}</code>
              <p>${reason}</p>
              <p class="muted">until ${expires}, ${owner}, ${link}; expected ${excerpt(expected, 300)}, received ${excerpt(received, 300)}</p>
            </div>
          </li>`,
      )}
    </ol>
  </section>`;
}

function flakySection(report: Report): Markup {
  const { flaky } = report;
  if (flaky.length === 0) return NOTHING;
  return markup`<section id="flaky">
    <h2>Flaky</h2>
    <ol class="rows">
      ${flaky.map(
        ({ clause, failed, runs, because, expected, received, replay }) =>
          markup`<li>
            ${badge('inconclusive')}
            <div>
              <code>${clause}</code>
              <p>failed in ${failed} of ${plural(runs, 'run')}${because === undefined ? '' : `, explained by ${because}`}: expected ${excerpt(expected, 300)}, received ${excerpt(received, 300)}</p>
              <div class="copy">
                <pre>${replayCommand(report, replay)}</pre>
                <button type="button" data-copy>Copy command</button>
              </div>
            </div>
          </li>`,
      )}
    </ol>
  </section>`;
}

function leftoverSection({ leftovers }: Report): Markup {
  if (leftovers.length === 0) return NOTHING;
  return markup`<section id="leftovers">
    <h2>Leftovers</h2>
    <details class="card">
      <summary>${plural(leftovers.length, 'resource')} that the clean-up could not remove</summary>
      <ul class="reasons">
        ${leftovers
          .slice(0, 200)
          .map(
            ({ what, detail, case: owner }) => markup`<li><b>${what}</b> ${excerpt(detail, 300)} <span class="muted">${owner}</span></li>`,
          )}
      </ul>
    </details>
  </section>`;
}
