/** Light and dark by the system's choice; rows of a table become cards where it is narrow. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f5f7f9, #14181d);
  --sheet: light-dark(#ffffff, #1d2329);
  --ink: light-dark(#1f2933, #e6eaee);
  --quiet: light-dark(#52606d, #a3b1be);
  --line: light-dark(#d9e0e6, #333d47);
  --field: light-dark(#8594a1, #6b7b8a);
  --accent: light-dark(#b8400f, #ff9466);
  --on-accent: light-dark(#ffffff, #1f1108);
  --good: light-dark(#e3f5ea, #14331f);
  --bad: light-dark(#fdecea, #45191a);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
a { color: var(--accent); }
header { background: var(--sheet); border-bottom: 1px solid var(--line); }
.bar { max-width: 72rem; margin: 0 auto; padding: .75rem 1rem 0; }
.brand { font-weight: 650; margin: 0; font-size: 1.05rem; }
.brand small { font-weight: 400; color: var(--quiet); margin-left: .5rem; }
nav { display: flex; flex-wrap: wrap; gap: 0 .25rem; margin: .5rem 0 0 -.75rem; }
nav a { padding: .5rem .75rem; text-decoration: none; color: var(--quiet); border-bottom: 3px solid transparent; white-space: nowrap; }
nav a[aria-current] { color: var(--ink); border-color: var(--accent); font-weight: 600; }
main { max-width: 72rem; margin: 0 auto; padding: 1.25rem 1rem 4rem; }
h1 { font-size: 1.4rem; margin: 0 0 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin: 0 0 .75rem; }
.sheet { background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; padding: 1rem; margin-bottom: 1.25rem; }
.quiet { color: var(--quiet); font-size: .9rem; }
.time { white-space: nowrap; }
.wide { min-width: 16rem; }
h3 { margin: .75rem 0 .25rem; }
.note { padding: .65rem 1rem; border-radius: 8px; margin: 0 0 1rem; background: var(--good); overflow-wrap: anywhere; }
.note.bad { background: var(--bad); }
table { width: 100%; border-collapse: collapse; }
th { text-align: left; font-size: .85rem; color: var(--quiet); font-weight: 600; padding: .35rem .75rem .35rem 0; }
td { padding: .5rem .75rem .5rem 0; border-top: 1px solid var(--line); vertical-align: middle; overflow-wrap: anywhere; }
input, select, button { font: inherit; color: inherit; border-radius: 7px; border: 1px solid var(--field); background: var(--sheet); padding: .4rem .6rem; min-height: 2.5rem; max-width: 100%; }
input[type=checkbox], input[type=radio] { min-height: 0; width: 1.15rem; height: 1.15rem; accent-color: var(--accent); margin: 0; flex: none; }
button { cursor: pointer; font-weight: 550; flex: none; white-space: nowrap; }
button:hover { border-color: var(--accent); }
button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.row > input[type=search], .row > .grow { flex: 1 1 14rem; min-width: 0; }
form.move { flex-wrap: nowrap; max-width: 26rem; }
form.move select { min-width: 0; flex: 1 1 auto; }
.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .75rem 1rem; margin-bottom: 1rem; }
.fields label { display: grid; gap: .2rem; font-size: .9rem; color: var(--quiet); min-width: 0; }
.fields input, .fields select { color: var(--ink); font-size: 1rem; width: 100%; }
.switches { display: grid; grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr)); gap: .5rem 2rem; margin-bottom: 1rem; }
.switch { display: grid; grid-template-columns: 1fr 6.5rem; gap: .5rem; align-items: center; }
.switch label { display: flex; gap: .6rem; align-items: center; min-height: 2.5rem; }
.switch input:not([type=checkbox]) { width: 100%; }
td a { text-decoration: none; }
td a:hover { text-decoration: underline; }
td:first-child a { font-weight: 550; }
.row + table, .row + .quiet { margin-top: .75rem; }
.row + details, .quiet + details { margin-top: 1rem; }
h1 + .about { margin: -.75rem 0 1rem; }
details { border-top: 1px solid var(--line); padding: .6rem 0; }
summary { cursor: pointer; padding: .25rem 0; }
details .row { margin-top: .5rem; }
.links { display: flex; flex-wrap: wrap; gap: .35rem 1rem; margin: 0; padding: 0; list-style: none; }
.changed { position: sticky; top: .5rem; z-index: 1; text-align: center; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 60rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr, td { display: block; }
  tr { border-top: 1px solid var(--line); padding: .6rem 0; }
  tr:first-child { border-top: 0; }
  td { border: 0; padding: .15rem 0; }
  td form.move { margin-top: .25rem; }
  td[data-name]::before { content: attr(data-name) ": "; color: var(--quiet); font-size: .85rem; }
  td:empty { display: none; }
  .wide { min-width: 0; }
}
`;
