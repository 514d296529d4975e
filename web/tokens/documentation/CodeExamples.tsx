import { Skeleton, Tabs } from '@mantine/core';
import { CodeBlock } from '#web/ui/CodeBlock.tsx';
import { usePortalFacts } from '../tokens.api.ts';
import classes from './Documentation.module.css';
import { type Language, languages } from './examples/languages.ts';
import { endpointAddress, sampleLead, tokenHeader, tokenPlaceholder } from './sample-lead.ts';

const names = Object.keys(languages) as Language[];

/** Ready to paste: the address is the one this server is reached at, waited for if need be. */
export function CodeExamples({
  kind,
  language,
  onLanguage,
}: {
  kind: 'create' | 'retry';
  language: Language;
  onLanguage: (language: Language) => void;
}) {
  const portal = usePortalFacts();
  if (!portal) return <Skeleton height={320} aria-label="Loading..." />;
  const { label } = languages[language];
  const code = languages[language][kind]({
    address: endpointAddress(portal.address),
    header: tokenHeader,
    token: tokenPlaceholder,
    lead: sampleLead,
  });
  const choices = (
    <Tabs.List className={classes.languages ?? ''} aria-label="Language">
      {names.map((name) => (
        <Tabs.Tab key={name} value={name}>
          {languages[name].label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
  return (
    <Tabs value={language} onChange={(next) => onLanguage(next as Language)} variant="pills">
      <CodeBlock
        code={code}
        what={kind === 'create' ? `${label} example` : `${label} example with retries`}
        heading={choices}
        frame={(content) => <Tabs.Panel value={language}>{content}</Tabs.Panel>}
      />
    </Tabs>
  );
}
