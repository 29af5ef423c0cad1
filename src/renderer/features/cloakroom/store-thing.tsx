import { useRef, useState } from 'react'
import { SaveDialog, type UnprintedSlip, UnprintedSlipDialog } from './save-dialog.tsx'

/** Stores a thing of a guest; a slip that no printer prints is shown afterwards. `userId`: the member it is of, as far as known. */
export function StoreThing({ userId = '', onClose }: { userId?: string; onClose(): void }) {
  const [slip, setSlip] = useState<UnprintedSlip | null>(null)
  const isUnprinted = useRef(false)
  if (slip) return <UnprintedSlipDialog slip={slip} onClose={onClose} />
  return (
    <SaveDialog
      userId={userId}
      onUnprinted={(unprinted) => {
        isUnprinted.current = true
        setSlip(unprinted)
      }}
      onClose={() => {
        // The form closes itself after it has stored the thing, and the slip is shown then.
        if (!isUnprinted.current) onClose()
      }}
    />
  )
}
