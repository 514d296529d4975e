import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const portal = `http://127.0.0.1:${process.env.PORT || 3000}`;

export default defineConfig({
  root: 'web',
  plugins: [react()],
  build: { outDir: '../dist/web', emptyOutDir: true, target: 'es2022', manifest: true },
  server: {
    host: '127.0.0.1',
    port: 5173,
    // /api itself is a page of the web app; only what is below it belongs to the server.
    proxy: { '^/api/': portal, '^/(healthz|readyz)$': portal },
  },
});
