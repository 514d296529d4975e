import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { usePortalFacts } from '../tokens.api.ts';
import { Authentication } from './Authentication.tsx';
import { BestPractices } from './BestPractices.tsx';
import { CodeExamples } from './CodeExamples.tsx';
import { DocSection } from './DocSection.tsx';
import classes from './Documentation.module.css';
import { Endpoint } from './Endpoint.tsx';
import { ErrorTable } from './ErrorTable.tsx';
import type { Language } from './examples/languages.ts';
import { FieldTable } from './FieldTable.tsx';
import { NotDescribed } from './NotDescribed.tsx';
import { RateLimits } from './RateLimits.tsx';
import { Success } from './Success.tsx';

const contents = {
  endpoint: 'Create a lead',
  authentication: 'Authentication',
  examples: 'Examples',
  body: 'Request body',
  response: 'Response',
  errors: 'Errors',
  limits: 'Rate limits',
  practices: 'Best practices',
} as const;

/** spec §2, API page, Documentation tab; its tables come from the contract. */
export function Documentation() {
  const [language, setLanguage] = useState<Language>('curl');
  useScrollToLinkedSection(usePortalFacts() !== undefined);
  return (
    <div className={classes.page}>
      <div className={classes.text}>
        <NotDescribed />
        <DocSection id="endpoint" title={contents.endpoint}>
          <Endpoint />
        </DocSection>
        <DocSection id="authentication" title={contents.authentication}>
          <Authentication />
        </DocSection>
        <DocSection id="examples" title={contents.examples}>
          <p>
            Put one of your tokens in the place of <code>YOUR_API_TOKEN</code>; the rest works as it
            is. Nothing has to be installed for any of them.
          </p>
          <CodeExamples kind="create" language={language} onLanguage={setLanguage} />
        </DocSection>
        <DocSection id="body" title={contents.body}>
          <p>
            A JSON object in UTF-8. Optional fields may be left out, empty or null; fields that are
            not listed are ignored.
          </p>
          <FieldTable />
        </DocSection>
        <DocSection id="response" title={contents.response}>
          <Success />
        </DocSection>
        <DocSection id="errors" title={contents.errors}>
          <p>
            Every error has a JSON body with a sentence in <code>error</code>. Where fields of the
            request are at fault, <code>fields</code> says what is wrong with each.
          </p>
          <ErrorTable />
        </DocSection>
        <DocSection id="limits" title={contents.limits}>
          <RateLimits />
        </DocSection>
        <DocSection id="practices" title={contents.practices}>
          <BestPractices />
          <CodeExamples kind="retry" language={language} onLanguage={setLanguage} />
        </DocSection>
      </div>
      <nav className={classes.contents} aria-label="On this page">
        <ul>
          {Object.entries(contents).map(([id, title]) => (
            <li key={id}>
              <Link to={{ search: '?tab=documentation', hash: id }}>{title}</Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

/** The router changes the address without moving the page; what arrives later moves it. */
function useScrollToLinkedSection(complete: boolean) {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second click on a link counts too
  useEffect(() => {
    const id = hash.slice(1);
    if (id in contents) document.getElementById(id)?.scrollIntoView();
  }, [hash, key, complete]);
}
