export { openTerminalSettings, type TerminalSettingsStore, terminalId } from './terminal-settings.ts'
