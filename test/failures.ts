import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

/** Writes what failed into the file FAILURES, a line each: in the middle of a long output it is lost. */
export class Failures implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], outside: readonly SerializedError[]) {
    const lines = [
      ...modules.flatMap(failuresOf),
      ...outside.map((error) => `outside the tests: ${firstLine(error)}`),
    ];
    if (process.env.FAILURES) writeFileSync(process.env.FAILURES, lines.join('\n'));
  }
}

function failuresOf(module: TestModule): string[] {
  const tests = [...module.children.allTests('failed')].map((test) => ({
    name: test.fullName,
    errors: test.result().errors ?? [],
  }));
  const suites = [...module.children.allSuites()].map((suite) => ({
    name: suite.fullName,
    errors: suite.errors(),
  }));
  return [{ name: 'the file', errors: module.errors() }, ...suites, ...tests].flatMap(
    ({ name, errors }) =>
      errors.map((error) => `${module.relativeModuleId}: ${name}: ${firstLine(error)}`),
  );
}

function firstLine({ message }: SerializedError): string {
  return message.split('\n')[0] ?? '';
}
