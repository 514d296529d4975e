// Somebody else who uses the portal, in a thread of their own: what the attack costs its own thread
// must not be taken for what it costs the portal.
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const { url, headers, every } = workerData;
const agent = new Agent({ keepAlive: true });
const asked = [];
let stopped = false;
parentPort.once('message', () => {
  stopped = true;
});

function ask() {
  return new Promise((resolve) => {
    const call = request(url, { agent, headers }, (answer) => {
      answer.resume();
      answer.once('close', () => resolve(answer.statusCode));
    });
    call.setTimeout(60_000, () => call.destroy());
    call.once('error', () => resolve('no answer'));
    call.end();
  });
}

await ask();
parentPort.postMessage('ready');
while (!stopped) {
  const start = performance.now();
  const status = await ask();
  asked.push({ status, milliseconds: performance.now() - start });
  await pause(every);
}
agent.destroy();
parentPort.postMessage(asked);
