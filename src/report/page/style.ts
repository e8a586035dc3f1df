/** Both colour schemes, by the reader's own choice. */
const COLOURS = `:root{color-scheme:light dark;--ground:#fbfbfa;--card:#fff;--ink:#1d2327;--muted:#5c666d;--line:#dfe3e6;--accent:#1f5fbf;
--pass:#15693d;--fail:#c0262d;--open:#946200;--none:#59636a;--pass-soft:#e5f4eb;--fail-soft:#fdebec;--open-soft:#fdf3dc;--none-soft:#eef0f2;--code:#f4f5f6}
@media (prefers-color-scheme:dark){:root{--ground:#14181b;--card:#1c2125;--ink:#e6eaec;--muted:#9da8ae;--line:#343c42;--accent:#8ab6ff;
--pass:#5fce93;--fail:#ff8a8a;--open:#e6b94d;--none:#a0aab0;--pass-soft:#173527;--fail-soft:#3f2023;--open-soft:#3a2f14;--none-soft:#2a3136;--code:#23292e}}`;

const LETTERS = "font:13px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;text-anchor:middle;fill:var(--ink)";

/** States and arrows of a drawing. */
const DRAWING = `.state rect{fill:var(--none-soft);stroke:var(--muted)}
.state text{font-weight:600}
.state.refused rect{fill:none;stroke-dasharray:4 3}
.arrow path{fill:none;stroke-width:1.8}
.arrow text{font-size:12px;paint-order:stroke;stroke:var(--card);stroke-width:8px;stroke-linejoin:round;font-variant-numeric:tabular-nums}
.arrow.pass path{stroke:var(--pass)}.arrow.fail path{stroke:var(--fail);stroke-width:2.8}.arrow.inconclusive path{stroke:var(--open)}.arrow.skipped path{stroke:var(--none);stroke-dasharray:5 4}
.arrow.pass text{fill:var(--pass)}.arrow.fail text{fill:var(--fail);font-weight:700}.arrow.inconclusive text{fill:var(--open)}.arrow.skipped text{fill:var(--none)}
.head.pass{fill:var(--pass)}.head.fail{fill:var(--fail)}.head.inconclusive{fill:var(--open)}.head.skipped{fill:var(--none)}`;

/** Of an image: the reader's colour scheme reaches into it, the page's style does not. */
export const IMAGE_STYLE = `${COLOURS}
svg{background:var(--card);color:var(--ink)}`;

/** Of a state diagram that stands alone. */
export const DRAWING_STYLE = `${IMAGE_STYLE}
text{${LETTERS}}
${DRAWING}`;

/** Of the page: one column on a phone. */
export const STYLE = `
${COLOURS}
*{box-sizing:border-box}
html{scroll-padding-top:calc(var(--bar,5rem) + 1rem)}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;overflow-wrap:anywhere}
header,main{max-width:72rem;margin:0 auto;padding:0 1.5rem}
header{padding-top:1.5rem}
h1{margin:.1rem 0 0;font-size:2.2rem;letter-spacing:.01em;line-height:1.2}
h1.conformant{color:var(--pass)}h1.violations,h1.error{color:var(--fail)}h1.inconclusive,h1.partial,h1.usage{color:var(--open)}
h2{margin:2.6rem 0 .6rem;font-size:1.35rem}
h3{margin:1.6rem 0 .5rem;font-size:1.05rem;font-weight:600}
p{margin:.3rem 0}
a{color:var(--accent)}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.86em}
pre{margin:0;padding:.6rem .8rem;background:var(--code);border-radius:6px;white-space:pre-wrap;max-height:28rem;overflow:auto}
.muted,.tool{color:var(--muted);font-size:.88rem}
.tool{margin:0}
.reason{font-size:1.08rem}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--card);padding:.4rem .8rem;z-index:2}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
.invalid{margin:0 0 1rem;padding:.7rem 1rem;background:var(--fail-soft);color:var(--fail);border:2px solid var(--fail);border-radius:8px}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:.6rem;margin:1.1rem 0 .5rem}
.figures div{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.55rem .8rem;display:flex;flex-direction:column-reverse;justify-content:flex-end}
.figures dd{margin:0;font-size:1.3rem;font-weight:600;font-variant-numeric:tabular-nums;line-height:1.3}
.figures dt{color:var(--muted);font-size:.82rem}
nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;padding:0;margin:.8rem 0 0;border-top:1px solid var(--line);padding-top:.6rem}
nav a{display:inline-block;padding:.2rem 0}
main{padding-bottom:4rem}
.notes{margin:1.2rem 0 0;padding:.7rem 1rem .7rem 2rem;background:var(--open-soft);border-radius:8px}
.card{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:0 1rem;margin:.6rem 0}
.card>summary{padding:.7rem 0;cursor:pointer}
.card[open]{padding-bottom:1rem}
summary{cursor:pointer}
.defect{border-left:4px solid var(--fail)}
.defect>summary b{font-size:1.05rem}
.number{display:inline-block;min-width:1.6rem;color:var(--fail);font-weight:700}
.failure{margin:.2rem 0 .6rem;display:grid;gap:.45rem}
.failure>div{display:grid;grid-template-columns:6rem minmax(0,1fr);gap:.2rem .8rem}
.failure dt{color:var(--muted);font-size:.88rem}
.failure dd{margin:0}
.expected{color:var(--pass)}.received{color:var(--fail);font-weight:600}
.expected,.received{white-space:pre-wrap}
.copy{display:flex;gap:.6rem;align-items:flex-start}
.copy pre{flex:1;min-width:0;max-height:16rem}
button{font:inherit;font-size:.85rem;color:var(--ink);background:var(--none-soft);border:1px solid var(--line);border-radius:6px;padding:.35rem .7rem;cursor:pointer;white-space:nowrap}
button:hover{border-color:var(--accent)}
.show>summary,.script>summary,.consequences>summary{color:var(--accent);padding:.35rem 0}
.consequences{margin-top:.4rem}
.consequence{border-left:3px solid var(--line);padding-left:.8rem;margin:.35rem 0}
.short{padding-left:2.2rem}
.evidence{margin-top:.4rem}
.sequence{border:1px solid var(--line);border-radius:8px;padding:.7rem;max-width:52rem}
.lines{display:flex;justify-content:space-between;margin:0 0 .3rem;font-size:.82rem;font-weight:600;color:var(--muted)}
.lines span{background:var(--none-soft);border-radius:5px;padding:.1rem .6rem}
.sequence ol{list-style:none;margin:0;padding:.2rem 0;border-left:2px solid var(--line);border-right:2px solid var(--line);margin:0 1.4rem}
.sequence li{position:relative;padding:.15rem 0}
.sequence .note{margin:.25rem auto;width:fit-content;max-width:92%;background:var(--open-soft);border-radius:5px;padding:.15rem .7rem;font-size:.85rem;text-align:center}
.sequence summary{display:block;padding:.1rem 0;list-style:none}
.sequence summary::-webkit-details-marker{display:none}
.to,.back{display:block;position:relative;padding:.1rem 1rem .3rem;font-size:.87rem;line-height:1.35}
.to b{font-weight:500;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.95em}
.to i{color:var(--muted);font-style:normal}
.to::before,.back::before{content:'';position:absolute;left:0;right:0;bottom:0;border-bottom:1.5px solid var(--muted)}
.back::before{border-bottom-style:dashed}
.to::after,.back::after{content:'';position:absolute;bottom:-4px;border:5px solid transparent}
.to::after{right:-1px;border-left-color:var(--muted);border-right:0}
.back{text-align:right;padding-top:.25rem}
.back::after{left:-1px;border-right-color:var(--muted);border-left:0}
.shows{background:var(--fail-soft)}
.shows .back{color:var(--fail);font-weight:650}
.caller{display:inline-block;background:var(--accent);color:var(--ground);border-radius:4px;padding:0 .4rem;font-weight:700}
.exchange-text{padding:.5rem .8rem;display:grid;gap:.4rem}
.words{padding-left:1.6rem}
.script{margin-top:.4rem}
.badge{display:inline-block;font-size:.8rem;font-weight:600;border-radius:5px;padding:.05rem .5rem;white-space:nowrap}
.badge.pass{background:var(--pass-soft);color:var(--pass)}.badge.fail,.badge.error{background:var(--fail-soft);color:var(--fail)}
.badge.inconclusive,.badge.waived{background:var(--open-soft);color:var(--open)}.badge.skipped,.badge.none{background:var(--none-soft);color:var(--none)}
.drawing,.plot{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.3rem;margin:.4rem 0}
.drawing svg{display:block;margin:0 auto}
.drawing text{${LETTERS}}
${DRAWING}
.table{overflow-x:auto;margin:.8rem 0}
table{border-collapse:collapse;background:var(--card);font-variant-numeric:tabular-nums;font-size:.92rem}
caption{text-align:left;font-weight:600;padding:.3rem 0}caption span{position:sticky;left:0;display:inline-block;max-width:calc(100vw - 3rem)}
th,td{text-align:left;vertical-align:top;padding:.25rem .8rem .25rem .5rem;border:1px solid var(--line);font-weight:400;overflow-wrap:break-word}
thead th{color:var(--muted)}
.plot{margin:.6rem 0}.plot img{min-width:44rem;max-width:100%;display:block}.plot figcaption{color:var(--muted);font-size:.88rem}
dialog{color:var(--ink);background:var(--ground);border:1px solid var(--line);border-radius:10px;width:min(64rem,94vw);max-height:92vh;padding:1rem 1.5rem}
dialog::backdrop{background:#0008}
dialog form{float:right}#viewer>div{clear:both}#jump{display:flex;gap:.6rem;align-items:end}#jump input{width:9rem}dialog h2{margin:0}
.step{margin-left:.8rem;white-space:nowrap}
.cited{columns:2;padding-left:1.2rem;margin:.2rem 0}
.beside{display:grid;grid-template-columns:1fr 1fr;gap:.6rem;margin:.2rem 0 .7rem}
.beside>div{background:var(--code);border-radius:6px;padding:.5rem .8rem}
.beside dt{color:var(--muted);font-size:.88rem}.beside dd{margin:0}
.internals{color:var(--muted);font-size:.88rem;margin-top:.4rem}
.group{border:1px solid var(--line);border-radius:8px;background:var(--card);margin:.25rem 0}
.group>summary{padding:.3rem .9rem}
.group .clauses{border:0;border-top:1px solid var(--line);margin:0}
.machine .rows li:target{background:var(--open-soft)}
.bar{position:sticky;top:0;background:var(--ground);z-index:1;padding:.5rem 0}
.bar{display:flex;flex-wrap:wrap;gap:.6rem 1rem;margin:.8rem 0 .3rem;align-items:end}
.bar label{display:grid;gap:.2rem;font-size:.85rem;color:var(--muted)}
#filter .wide{flex:1 1 16rem}
input,select{font:inherit;color:var(--ink);background:var(--card);border:1px solid var(--muted);border-radius:6px;padding:.4rem .6rem;width:100%}
#found{color:var(--muted);font-size:.88rem}
.clauses,.rows,.reasons{list-style:none;margin:.4rem 0;padding:0}
.clauses{background:var(--card);border:1px solid var(--line);border-radius:8px}
.clauses li,.rows li{display:grid;grid-template-columns:7.4rem minmax(0,1fr);gap:.2rem .8rem;padding:.5rem .9rem;border-top:1px solid var(--line);align-items:start}
.rows li{padding:.5rem 0}
.clauses li:first-child,.rows li:first-child{border-top:0}
.clauses .badge,.rows .badge{justify-self:start;margin-top:.15rem}
.clauses li[hidden],.group[hidden]{display:none}
.clauses li:target{background:var(--open-soft)}
.why{color:var(--open)}
.reasons li{padding:.35rem 0;border-top:1px solid var(--line)}.reasons li:first-child{border-top:0}
.observed{margin:0}.observed>div{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:.2rem 1.2rem;border-top:1px solid var(--line);padding:.5rem 0}
.observed dt{font-size:.92rem}.observed dd{margin:0;font-size:.92rem}.observed ul{margin:0;padding-left:1.1rem}
@media (max-width:40rem){
header,main{padding-left:1rem;padding-right:1rem}
h1{font-size:1.75rem}
#filter{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:.15rem .4rem;padding:.2rem 0}#filter .wide,#found{grid-column:1/-1}#filter label{gap:0;font-size:.75rem}#filter :is(input,select){padding:.2rem .3rem;font-size:.85rem}
.cited{columns:1}.beside,.failure>div,.observed>div{grid-template-columns:minmax(0,1fr)}
.clauses li,.rows li{grid-template-columns:minmax(0,1fr)}
.copy{flex-direction:column}.copy pre{width:100%}
.sequence{padding:.5rem .3rem}.sequence ol{margin:0 .5rem}
.figures{grid-template-columns:repeat(2,minmax(0,1fr))}
.card{padding-left:.8rem;padding-right:.8rem}
}
@media print{.plot img{min-width:0}th,td{overflow-wrap:anywhere}button,.bar,nav,dialog,.skip,.legend{display:none}body{font-size:10.5pt}pre{max-height:none}.card,.group{break-inside:avoid}}
`;
