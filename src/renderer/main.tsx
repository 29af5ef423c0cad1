// Before anything that might declare a schema.
import './core/zod-setup.ts'
import { finishDialogsByEnter } from './core/dialog-enter.ts'
import { ignoreHeldEnter } from './core/held-enter.ts'
import { reloadWhenReplaced } from './core/replaced.ts'
import { selectZeros } from './core/zero-fields.ts'
import { start } from './start.tsx'

reloadWhenReplaced()
ignoreHeldEnter()
finishDialogsByEnter()
selectZeros()

const root = document.getElementById('root')
// Not awaited: what it fetches imports this file's own chunk, which would wait for itself.
if (root) void start(root)
