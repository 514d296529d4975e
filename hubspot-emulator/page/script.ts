/**
 * Shows what others change without a reload; while somebody is at work on the page it only offers to.
 * The page works without it.
 */
export const script = `
const main = document.querySelector('main');
let seen = main.dataset.version;
let typed = false;
main.addEventListener('input', () => { typed = true; });
async function fetchMain() {
  const text = await (await fetch(location.pathname + location.search)).text();
  return new DOMParser().parseFromString(text, 'text/html').querySelector('main');
}
function show(fresh) {
  seen = fresh.dataset.version;
  typed = false;
  main.replaceChildren(...fresh.childNodes);
}
function offer() {
  if (document.querySelector('.changed')) return;
  const button = document.createElement('button');
  button.textContent = 'There are changes: show them';
  button.className = 'main';
  button.onclick = async () => { show(await fetchMain()); document.querySelector('h1')?.focus(); };
  const line = document.createElement('p');
  line.className = 'changed';
  line.setAttribute('role', 'status');
  line.append(button);
  main.prepend(line);
}
setInterval(async () => {
  if (document.hidden) return;
  const version = await fetch('/emulator/version').then((answer) => answer.text(), () => seen);
  if (version === seen) return;
  const busy = typed || (main.contains(document.activeElement) && document.activeElement !== main);
  if (busy) offer(); else show(await fetchMain());
}, 2000);
`;
