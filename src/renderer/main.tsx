import './core/zod-setup.ts'

// Fetched only now, because whatever declares schemas has to find zod set up.
const { start } = await import('./start.tsx')
const root = document.getElementById('root')
if (root) await start(root)
