import { app, dialog, shell } from 'electron'

/** How the switch `--check-devices` talks to a person: by windows, or not at all with `--yes`. */
export async function checkWindows(options: string[]) {
  await app.whenReady()
  const print = (text: string): void => void process.stdout.write(`${text}\n`)
  const isAttended = !options.includes('--yes')
  return {
    command: 'Pitlane --check-devices [options]',
    dir: app.getPath('userData'),
    out: isAttended ? app.getPath('documents') : process.cwd(),
    print,
    notify(text: string): void {
      print(text)
      if (isAttended) void dialog.showMessageBox({ message: text })
    },
    async ask({ text, yes, no }: { text: string; yes: string; no: string }): Promise<boolean> {
      const { response } = await dialog.showMessageBox({
        type: 'question',
        message: text,
        buttons: [yes, no],
        defaultId: 1,
        cancelId: 1,
      })
      return response === 0
    },
    /** Shows the report, a page of its own. */
    async show(page: string): Promise<void> {
      if (isAttended) await shell.openPath(page)
    },
  }
}
