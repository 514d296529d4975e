import { Button, Group } from '@mantine/core';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { useSetPageTitle } from '#web/ui/page-title.ts';
import classes from './ErrorPage.module.css';
import { isMissingChunk } from './missing-chunk.ts';
import { PageNotLoaded } from './PageNotLoaded.tsx';

/** Where there is no layout left, or none yet. */
export function ErrorPage() {
  const error = useRouteError();
  return (
    <main className={classes.page}>
      {isMissingChunk(error) ? <PageNotLoaded /> : <Fault error={error} />}
    </main>
  );
}

/** spec §2: what a render error shows. */
function Fault({ error }: { error: unknown }) {
  useSetPageTitle('Unexpected Application Error!');
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the only trace of a fault in the browser
    console.error(error);
  }, [error]);
  return (
    <>
      <h1 className={classes.title}>Unexpected Application Error!</h1>
      <p className={classes.text}>
        Something on this screen broke. Nothing you saved is lost. Reload the page; if it happens
        again, tell your administrator what you were doing.
      </p>
      <Group mt="lg">
        <Button onClick={() => window.location.reload()}>Reload the page</Button>
        <Button variant="default" component="a" href="/dashboard">
          Go to the dashboard
        </Button>
      </Group>
    </>
  );
}
