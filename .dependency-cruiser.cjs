const { readdirSync } = require('node:fs');
const { join } = require('node:path');

function foldersOf(place) {
  const entries = readdirSync(join(__dirname, place), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Who may import whom. A forbidden import fails `npm test`. */
const rooms = ['http', 'db', 'spreadsheets', 'jobs', 'lib'];
const roomWithoutNoun = `(${rooms.join('|')})`;
/** Every other folder is a noun's, also a new one's. */
const others = new Set([...rooms, 'operation', 'app', 'ui', 'public']);
const nouns = [...foldersOf('server'), ...foldersOf('web')].filter((name) => !others.has(name));
const noun = `(${[...new Set(nouns)].join('|')})`;
/** From below: none knows those after it. */
const crmRooms = ['hubspot', 'kept', 'pull', 'connection', 'push'];
/** What is agreed about every call and every list, whatever noun they are of. */
const contractOfNoNoun =
  '^contract/(endpoints|protocol|http|routes|limits|fields|lists|schema-names)\\.ts$';
const notATest = '\\.test\\.tsx?$';
/** What several tests of a place share, beside them. */
const aFixture = '\\.fixture\\.tsx?$';

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contract-imports-zod-and-nothing-else',
      severity: 'error',
      from: { path: '^contract/', pathNot: notATest },
      to: { pathNot: '^(contract/|node_modules/zod/)' },
    },
    {
      name: 'server-never-imports-web',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^web/' },
    },
    {
      name: 'web-never-imports-server',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^server/' },
    },
    {
      name: 'server-rooms-know-no-noun',
      severity: 'error',
      from: { path: `^server/${roomWithoutNoun}/`, pathNot: notATest },
      to: { path: [`^server/(${noun}|operation)/`, '^server/(app|main|tool)\\.ts$'] },
    },
    {
      name: 'server-rooms-know-no-noun-of-the-contract',
      severity: 'error',
      from: { path: `^server/${roomWithoutNoun}/`, pathNot: notATest },
      to: { path: '^contract/', pathNot: contractOfNoNoun },
    },
    {
      name: 'server-lib-stands-alone',
      severity: 'error',
      from: { path: '^server/lib/', pathNot: notATest },
      to: { path: '^server/', pathNot: '^server/(lib/|app-error\\.ts$)' },
    },
    {
      name: 'spreadsheets-know-bytes-and-rows',
      severity: 'error',
      from: { path: '^server/spreadsheets/', pathNot: notATest },
      to: { path: '^(server|contract)/', pathNot: '^server/(spreadsheets|lib)/' },
    },
    {
      name: 'a-noun-keeps-its-queries-and-routes-to-itself',
      severity: 'error',
      from: { path: `^server/${noun}/`, pathNot: notATest },
      to: { path: `^server/${noun}/.*\\.(queries|routes)\\.ts$`, pathNot: '^server/$1/' },
    },
    {
      name: 'queries-are-asked-by-rules-only',
      severity: 'error',
      from: { path: '\\.routes\\.ts$', pathNot: '^server/operation/operation\\.routes\\.ts$' },
      to: { path: '\\.queries\\.ts$' },
    },
    {
      name: 'nothing-but-the-app-knows-routes',
      severity: 'error',
      from: { pathNot: '^server/app\\.ts$' },
      to: { path: '^server/.*\\.routes\\.ts$' },
    },
    {
      name: 'routes-of-a-noun-are-put-together-in-one-file',
      comment: 'Everybody else asks contract/routes.ts, which knows that none is missing.',
      severity: 'error',
      from: { pathNot: '^contract/routes\\.ts$' },
      to: { path: '^contract/.*\\.routes\\.ts$' },
    },
    {
      name: 'operation-is-started-by-main-app-and-tool-only',
      severity: 'error',
      from: { pathNot: ['^server/(main|app|tool)\\.ts$', '^server/operation/'] },
      to: { path: '^server/operation/' },
    },
    {
      name: 'crm-rooms-do-not-know-what-ties-them-together',
      severity: 'error',
      from: { path: `^server/crm/(${crmRooms.join('|')})/`, pathNot: notATest },
      to: { path: '^server/crm/[^/]+$' },
    },
    ...crmRooms.slice(0, -1).map((room, place) => ({
      name: `crm-${room}-knows-no-room-above`,
      severity: 'error',
      from: { path: `^server/crm/${room}/`, pathNot: notATest },
      to: { path: `^server/crm/(${crmRooms.slice(place + 1).join('|')})/` },
    })),
    {
      name: 'fastify-only-at-the-door',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: '(^server/http/|^server/(app|main)\\.ts$|\\.routes\\.ts$|\\.test\\.ts$)',
      },
      to: { path: '^node_modules/(fastify|@fastify)/' },
    },
    {
      name: 'web-ui-and-lib-know-no-noun',
      severity: 'error',
      from: { path: '^web/(ui|lib)/', pathNot: notATest },
      to: { path: `^web/(${noun}|app)/` },
    },
    {
      name: 'web-ui-and-lib-know-no-noun-of-the-contract',
      severity: 'error',
      from: { path: '^web/(ui|lib)/' },
      to: { path: '^contract/', pathNot: contractOfNoNoun },
    },
    {
      name: 'a-screen-uses-of-another-noun-its-api-and-what-it-shares',
      severity: 'error',
      from: { path: `^web/${noun}/` },
      to: { path: `^web/${noun}/`, pathNot: ['^web/$1/', '\\.api\\.ts$', '\\.shared\\.tsx?$'] },
    },
    {
      name: 'test-helpers-stay-in-tests',
      severity: 'error',
      from: { path: '^(contract|server|web)/', pathNot: [notATest, aFixture] },
      to: { path: '^test/' },
    },
    {
      name: 'fixtures-stay-in-tests',
      severity: 'error',
      from: { path: '^(contract|server|web)/', pathNot: [notATest, aFixture] },
      to: { path: aFixture },
    },
    {
      name: 'no-dev-dependency-in-the-product',
      severity: 'error',
      from: { path: '^(contract|server)/', pathNot: notATest },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-hubspot-emulator-knows-nothing-of-the-portal',
      severity: 'error',
      from: { path: '^hubspot-emulator/' },
      to: { path: '^(contract|server|web|test|e2e|bench|scripts)/' },
    },
    {
      name: 'nothing-but-tests-scripts-and-benches-knows-the-hubspot-emulator',
      severity: 'error',
      from: { pathNot: ['^(hubspot-emulator|test|e2e|bench|scripts)/', notATest] },
      to: { path: '^hubspot-emulator/' },
    },
    { name: 'nothing-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      // What has been looked up stays known until the end, not for four seconds.
      cachedInputFileSystem: { cacheDuration: 600_000 },
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
