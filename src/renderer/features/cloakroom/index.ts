export { StoreThing } from './store-thing.tsx'
export { TakeOutDialog } from './take-out-dialog.tsx'
