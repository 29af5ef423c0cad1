import { defineConfig } from 'vitest/config'

// Inside the machine of `npm run test:vm`, whose processor is computed: everything takes ten times as long.
export default defineConfig({
  test: {
    include: ['**/*.machine.js'],
    exclude: [],
    reporters: 'verbose',
    // The serial ports' binding bears no threads.
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
