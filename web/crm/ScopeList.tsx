import { CodeBlock } from '#web/ui/CodeBlock.tsx';
import { scopes } from './crm-text.ts';

/** The rights that a key needs in HubSpot, to be copied as they are. */
export function ScopeList() {
  return <CodeBlock what="scopes" code={scopes.join('\n')} heading="Scopes" />;
}
