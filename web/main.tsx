import './app/no-eval.ts';
import '@fontsource-variable/inter/index.css';
import './app/mantine.css';
import './app/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { hearEarlyKeys } from './app/early-keys.ts';
import { reloadOnceOnMissingChunk } from './app/missing-chunk.ts';
import { pendingAddress } from './app/router.tsx';
import { dropStrayClicks } from './app/stray-clicks.ts';

reloadOnceOnMissingChunk(pendingAddress);
hearEarlyKeys();
dropStrayClicks();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
