import { App, Button } from 'antd'
import { useRef } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'

/** How long the notice offers to undo, in seconds; longer while the pointer is on it. */
const OFFERED_S = 8

interface Undoable {
  text: string
  /** Undoes it; returns the message to show. */
  undo(): Promise<string>
}

/** Shows what was done, with a button that undoes it; a refusal is shown with the server's message. */
export function useUndoNotice(): (done: Undoable) => void {
  const { t } = useText()
  const { message } = App.useApp()
  const count = useRef(0)
  return ({ text, undo }) => {
    count.current += 1
    const key = `undo-${count.current}`
    const press = async () => {
      message.destroy(key)
      try {
        void message.success(await undo())
      } catch (error) {
        void message.warning(textOfError(t, error))
      }
    }
    void message.success({
      key,
      duration: OFFERED_S,
      content: (
        <>
          {text}{' '}
          <Button type="link" size="small" onClick={() => void press()}>
            {t('action.undo')}
          </Button>
        </>
      ),
    })
  }
}
