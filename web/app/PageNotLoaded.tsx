import { Button, Group } from '@mantine/core';
import { useRouteError } from 'react-router';
import { useSetPageTitle } from '#web/ui/page-title.ts';
import classes from './ErrorPage.module.css';
import { isMissingChunk } from './missing-chunk.ts';

/** A screen whose code did not arrive, as without a network: nothing is broken. */
export function PageNotLoaded() {
  useSetPageTitle('Page not loaded');
  return (
    <>
      <h1 className={classes.title}>This page could not be loaded</h1>
      <p className={classes.text}>Check your internet connection and try again.</p>
      <Group mt="lg">
        <Button onClick={() => window.location.reload()}>Try again</Button>
      </Group>
    </>
  );
}

/** Keeps the menu around a screen that did not arrive; a fault goes on to the error page (spec §2). */
export function ErrorInLayout() {
  const error = useRouteError();
  if (!isMissingChunk(error)) throw error;
  return <PageNotLoaded />;
}
