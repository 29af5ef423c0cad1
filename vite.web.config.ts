import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed, modulesBeside } from './vite.built-files.ts'
import { faceModels } from './vite.faces.ts'

/** The web admin: static files for any host; `config.json` beside them says where the server is. */
export default defineConfig({
  root: 'src/renderer',
  base: './',
  plugins: [react(), faceModels(), compressed('dist/web'), modulesBeside('dist/web')],
  envPrefix: ['VITE_', 'PITLANE_API'],
  define: { 'import.meta.env.VITE_TARGET': JSON.stringify('web') },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // What the first page needs comes as one file: fifty small ones would each wait for their turn.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } } },
  },
})
