import './core/zod-setup.ts'
import { reloadWhenReplaced } from './core/replaced.ts'

reloadWhenReplaced()

// Fetched only now, because whatever declares schemas has to find zod set up.
const { start } = await import('./start.tsx')
const root = document.getElementById('root')
if (root) await start(root)
