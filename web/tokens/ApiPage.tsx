import { Button, Tabs } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFileCode, IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { endpoints } from '#contract/endpoints.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import classes from './ApiPage.module.css';
import { CreateTokenDialog } from './CreateTokenDialog.tsx';
import { Documentation } from './documentation/Documentation.tsx';
import { TokensPanel } from './TokensPanel.tsx';

/** spec §2, API page */
export function ApiPage() {
  const [tab, showTab] = useTabInAddress();
  const [creating, dialog] = useDisclosure(false);
  const createButton = useRef<HTMLButtonElement>(null);
  const actions =
    tab === 'tokens' ? (
      <Button
        ref={createButton}
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        onClick={dialog.open}
      >
        Create Token
      </Button>
    ) : (
      <Button
        component="a"
        href={endpoints.openapi.path}
        target="_blank"
        variant="default"
        leftSection={<IconFileCode size={16} aria-hidden="true" />}
      >
        OpenAPI description
      </Button>
    );
  return (
    <div className={classes.page}>
      <PageHeader title="API" actions={actions} />
      <Tabs value={tab} onChange={showTab} keepMounted={false}>
        <Tabs.List className={classes.tabs ?? ''}>
          <Tabs.Tab value="tokens">Tokens</Tabs.Tab>
          <Tabs.Tab value="documentation">Documentation</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="tokens">
          <TokensPanel onCreate={dialog.open} />
        </Tabs.Panel>
        <Tabs.Panel value="documentation">
          <Documentation />
        </Tabs.Panel>
      </Tabs>
      <CreateTokenDialog opened={creating} onClose={dialog.close} focusAfter={createButton} />
    </div>
  );
}

/** The documentation can be linked to: /api?tab=documentation */
function useTabInAddress() {
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'documentation' ? 'documentation' : 'tokens';
  const showTab = (next: string | null) => setParams(next === 'documentation' ? { tab: next } : {});
  return [tab, showTab] as const;
}
