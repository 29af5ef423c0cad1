import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { chunkGroups } from './vite.chunks.ts'
import { faceModels } from './vite.faces.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** The three bundles of the terminal, in `out/`. */
export default defineConfig({
  main: {
    // Dependencies stay outside: the native ones must be loaded from their own packages.
    build: {
      outDir: path('out/main'),
      rollupOptions: { input: path('src/main/index.ts'), output: { entryFileNames: '[name].js' } },
    },
  },
  preload: {
    build: {
      outDir: path('out/preload'),
      // A sandboxed preload can load neither ES modules nor packages.
      externalizeDeps: false,
      rollupOptions: {
        // They share no code, so that each is one file: a sandboxed preload can load no other.
        input: { index: path('src/preload/index.ts'), guest: path('src/preload/guest.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: path('src/renderer'),
    base: './',
    plugins: [react(), faceModels()],
    define: { 'import.meta.env.VITE_TARGET': JSON.stringify('terminal') },
    build: {
      outDir: path('out/renderer'),
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // The guests' window begins with its own page and runs nothing of the cashier's.
        input: { index: path('src/renderer/index.html'), guest: path('src/renderer/guest.html') },
        output: { codeSplitting: { groups: chunkGroups(path('src/renderer/guest.html')) } },
      },
    },
  },
})
