export const terminals = {
  'menu.terminals': 'Counter terminals',
  'action.terminal:enrol': 'Enrol terminals',
  'action.terminal:list': 'View counter terminals',
  'action.terminal:revoke': 'Revoke terminals',
  'dict.terminalState': 'Terminal state',
  'terminal.state': 'State',
  'terminal.state.registered': 'Not enrolled',
  'terminal.state.enrolled': 'Enrolled',
  'terminal.state.revoked': 'Revoked',
  'terminal.name': 'Terminal',
  'terminal.prefix': 'Ticket prefix',
  'terminal.store': 'Store',
  'terminal.seen': 'Last seen',
  'terminal.enrolled': 'Enrolled at',
  'terminal.revoked': 'Revoked at',
  'terminal.printId': 'Printer device ID',
  'terminal.revoke': 'Revoke',
  'terminal.revokeAsk': 'Revoke the key of terminal “{name}”?',
  'terminal.revokeHint':
    'What it sends from then on carries no name, and it can no longer start sessions offline. To use it again, enrol it anew at the terminal.',
  'error.terminals.notEnrolled':
    'This terminal is not enrolled in this store. A manager can enrol it in the terminal settings.',
  'error.terminals.revoked':
    'The key of this terminal has been revoked. A manager can enrol it anew in the terminal settings.',
  'error.terminals.signatureInvalid': 'The terminal’s signature is not right',
  'error.terminals.clockOff': 'The terminal’s clock is too far from the server’s ({serverTime})',
  'error.terminals.offlineUnproven': 'Offline starts are accepted from enrolled terminals only',
}
