import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed, modulesBeside } from './vite.built-files.ts'

/** The member page, which the server shows at `/m/`. */
export default defineConfig({
  root: 'src/member',
  base: './',
  plugins: [react(), compressed('dist/member'), modulesBeside('dist/member')],
  build: {
    outDir: '../../dist/member',
    emptyOutDir: true,
    // What WeChat's browser understands on phones of some years ago.
    target: 'es2020',
    modulePreload: { polyfill: false },
    // What the first page needs comes as one file.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } } },
  },
})
