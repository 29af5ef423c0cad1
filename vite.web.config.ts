import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The web admin: static files for any host; `config.json` beside them says where the server is. */
export default defineConfig({
  root: 'src/renderer',
  base: './',
  plugins: [react()],
  envPrefix: ['VITE_', 'PITLANE_API'],
  define: { 'import.meta.env.VITE_TARGET': JSON.stringify('web') },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
  },
})
