import { isMet, type Row, shown } from './rows.ts';

const barHeight = 22;
const left = 330;
const widest = 420;
/** The scale ends here: what is longer is broken before its end, and its number tells. */
const mostTimes = 6;
const top = 80;

const place = (times: number) => left + (Math.min(times, mostTimes) / mostTimes) * widest;
const at = (number: number) => number.toFixed(1);

type Run = { date: string; leads: number; rows: Row[] };

/** How many times as fast as the bare program, each beside its target. */
export function chart({ date, leads, rows }: Run): string {
  const compared = rows.filter(({ isRatio, beside }) => isRatio && !beside);
  const bottom = top + compared.length * barHeight;
  const lines = compared.map((row, i) => lineOf(row, top + i * barHeight));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + widest + 150} ${bottom + 10}" role="img" aria-label="Calls a second, as a multiple of a bare program">
  <style>
    text { font: 13px system-ui, sans-serif; fill: #333 } .small { font-size: 11px }
    .met { fill: #2b8a3e } .missed { fill: #c2410c } .target { stroke: #333; stroke-width: 2; fill: none }
    .axis { stroke: #888; stroke-opacity: .4 } .one { stroke: #888; stroke-dasharray: 3 3 }
    @media (prefers-color-scheme: dark) { text { fill: #ddd } .target { stroke: #ddd } }
  </style>
  <text x="10" y="20">Calls a second as a multiple of a bare program, ${leads.toLocaleString('en-US')} leads, ${date}</text>
  <text x="10" y="38" class="small">The mark is the target; a bar with a gap is longer than the scale, a target with a point is beyond it.</text>${axis(bottom)}${lines.join('')}
</svg>
`;
}

function axis(bottom: number): string {
  const ticks = Array.from({ length: mostTimes + 1 }, (_, times) => {
    const x = at(place(times));
    return `
  <text x="${x}" y="${top - 16}" text-anchor="middle" class="small">${times}</text>
  <path d="M${x} ${top - 10}V${bottom}" class="${times === 1 ? 'one' : 'axis'}"/>`;
  });
  return ticks.join('');
}

function lineOf(row: Row, y: number): string {
  const { name, ours, bare = 1, target = 0 } = row;
  const times = ours === undefined ? undefined : ours / bare;
  const end = Math.max(place(times ?? 0), place(target));
  const labels = [
    times === undefined ? 'not measured' : shown(times),
    ...(target > mostTimes ? [`(target ${shown(target)})`] : []),
  ];
  return `
  <text x="${left - 10}" y="${y + 13}" text-anchor="end">${escaped(name)}</text>${bar(row, times ?? 0, y)}${mark(target, y)}
  <text x="${at(end + 12)}" y="${y + 13}">${labels.join(' ')}</text>`;
}

/** What is longer than the scale has a gap before its end. */
function bar(row: Row, times: number, y: number): string {
  const look = `class="${isMet(row) ? 'met' : 'missed'}"`;
  const end = place(times);
  if (times <= mostTimes)
    return `
  <rect x="${left}" y="${y}" width="${at(end - left)}" height="16" ${look}/>`;
  return `
  <path d="M${left} ${y}H${end - 24}l-6 16H${left}zM${end - 18} ${y}H${end}v16H${end - 24}z" ${look}/>`;
}

/** A target beyond the scale is a point to where it is. */
function mark(target: number, y: number): string {
  const shape = target > mostTimes ? `${y + 2}l6 6l-6 6` : `${y - 2}v20`;
  return `
  <path d="M${at(place(target))} ${shape}" class="target"/>`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
