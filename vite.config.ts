import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const portal = `http://127.0.0.1:${process.env.PORT || 3000}`;

// The way in and the everyday screens come in one file each instead of forty: on a phone every
// further file is a wait. The other screens bring only what these do not have.
const chunkGroups = [
  { name: 'start', test: /[\\/]web[\\/](main|session[\\/]LoginPage)\.tsx$/, priority: 2 },
  {
    name: 'everyday',
    test: /[\\/]web[\\/](app[\\/]Layout|leads[\\/]ListScreens)\.tsx$/,
    priority: 1,
  },
];

export default defineConfig({
  root: 'web',
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    // /api itself is a page of the web app; only what is below it belongs to the server.
    proxy: { '^/api/': portal, '^/(healthz|readyz)$': portal },
  },
});
