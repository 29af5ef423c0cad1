// Before anything that might declare a schema.
import './core/zod-setup.ts'
import { finishDialogsByEnter } from '#renderer/core/keyboard/dialog-enter.ts'
import { ignoreHeldEnter } from '#renderer/core/keyboard/held-enter.ts'
import { selectZeros } from '#renderer/core/keyboard/zero-fields.ts'
import { reloadWhenReplaced } from './core/replaced.ts'
import { start } from './start.tsx'

reloadWhenReplaced()
ignoreHeldEnter()
finishDialogsByEnter()
selectZeros()

const root = document.getElementById('root')
// Not awaited: what it fetches imports this file's own chunk, which would wait for itself.
if (root) void start(root)
