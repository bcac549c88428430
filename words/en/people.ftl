# Accounts: logging in, names, devices, recovery codes, and what is said of people.

people-me = Log in
people-name = Name
people-password = Password
people-password-new = New password
people-password-now = Your password now
people-password-sure = Your password, to be sure that it is you
people-password-about = At least { $least } characters. Several words are easy to remember and hard to guess.
people-when = { $day } { $month ->
    [1] January
    [2] February
    [3] March
    [4] April
    [5] May
    [6] June
    [7] July
    [8] August
    [9] September
    [10] October
    [11] November
   *[12] December
} { $year }
former-member = a former member

## Logging in

log-in-title = Log in
log-in-do = Log in
log-in-no-account = No account yet?
log-in-forgotten = Password forgotten?
log-in-games = The games that you have here as a guest come along.
log-in-wrong = Name and password do not belong together.
log-in-too-many = There were too many tries. Please wait a minute. A passkey or a recovery code works meanwhile.
log-in-busy = Many people log in just now. Please try again in a moment.
log-in-closed = This account is closed. The reason that was given: “{ $why }” Ask who runs this server if you think it is wrong.
problem-busy = Many people at once
not-private-title = Passwords only over https
not-private-message = Others could read a password on its way to this page, so none is taken here. Open this server under its https address, or on the machine itself. Who runs it names that address with --public-url. Games need no account.

## Signing up

sign-up-title = Make an account
sign-up-lead = Nobody needs an account to play a friend. With one, your name is yours alone, and your games are on all of your devices.
sign-up-do = Make the account
sign-up-name-about = 2 to 20 letters. Everybody sees it.
sign-up-have = You have an account already?
sign-up-agree = What is stored of you, and for how long, is on the page of your account; there you can take it with you and delete it.
name-reserved = This name would make people think of this server or of nobody. Please choose another one.
name-taken = This name is somebody else’s, or looks like one that is. Please choose another one.
name-empty = Please say a name.
password-too-short = A password has at least { $least } characters, and this one has { $has }.
password-too-long = A password has at most { $most } characters.
password-easy = This password is one of the first that anybody would try. Several words that have nothing to do with each other are a good one.
password-name = A password is more than your name.

## Recovery codes

codes-title = Your recovery codes
codes-welcome = Welcome, { $name }
codes-about = Write these codes down or print them, and keep them where you find them without this device. If you forget your password, each of them lets you choose a new one, once. They are shown only now.
codes-go-on = I have them
codes-left = { $codes ->
    [0] You have no recovery codes.
    [one] You have one recovery code left.
   *[other] You have { $codes } recovery codes left.
}
codes-make = Make new recovery codes
codes-none-about = With them you open your account again if you lose your password or your passkey.
codes-make-about = New ones take the place of those that you have.
recover-title = Choose a new password
recover-about = With your name and one of the recovery codes that you got when you made the account. All devices are logged out.
recover-code = Recovery code
recover-do = Set the new password
recover-wrong = Name and recovery code do not belong together, or the code was used before.

## One's account

account-title = Your account
account-since = Member since { $when }.
account-administrator = You run this server.
account-page = Your page, as others see it
account-out = Log out
account-name = Change your name
account-name-about = Once in a month. Links to your old name lead to the new one, and nobody else gets it.
account-name-from = You can change it again from { $when } on.
account-name-do = Change the name
account-name-soon = You have changed your name less than a month ago.
account-password = Change your password
account-password-first = Set a password
account-password-about = All other devices are logged out.
account-password-do = Set the password
account-wrong = This is not your password. Nothing has changed.
account-log-in-again = To be sure that it is you, please log out, log in again, and do this within a quarter of an hour.
account-saved = Saved.
account-devices = Devices on which you are logged in
account-device = { $browser } on { $system }
account-device-unknown = An unknown device
account-device-here = this one
account-device-since = logged in on { $when }
account-device-seen = last used on { $when }
account-device-end = Log out there
account-devices-end = Log out everywhere else
account-codes = Recovery codes
account-data = What is stored of you
account-data-about = A file with what this server knows of you: names, devices, passkeys, games, ratings, events, seeks.
account-data-do = Download my data
account-delete = Delete the account
account-delete-about = Your name, password, passkeys, devices and codes are deleted at once and for good. Your games stay for those who played with you; there you are “a former member”. In games that run against people you resign. For { $days } days nobody else gets your name.
account-delete-do = Delete my account for good

## Pages of people

member-since = Member since { $when }
member-finished = { $games ->
    [0] No finished games with other people yet.
    [one] One finished game with another person.
   *[other] { $games } finished games with other people.
}
member-between = Games between you
member-own = Your games
member-none = None yet. Games are seen by those who play them and by whoever has their link.

## Passkeys

log-in-passkey = Log in with a passkey
sign-up-passkey = With a passkey instead of a password
account-passkeys = Passkeys
account-passkeys-about = A passkey logs you in by your fingerprint, your face or the lock of your device. Nobody can guess it or read it on its way.
account-passkey-since = made on { $when }
account-passkey-remove = Remove
account-passkey-add = Add a passkey
passkeys-nowhere = Passkeys work under an https address, and on the machine itself under the name localhost. Open the server there to add one.
passkeys-elsewhere = The passkeys of this server belong to the name { $bound }, under which the first of them was made. They do not work under { $host }. Open the server under { $bound }.
passkey-last = This is the only way into your account. Set a password first, or add another passkey.
passkey-late = This took too long, or was answered before. Please press the button again.
passkey-unknown = This passkey does not fit any account here.
passkey-given-up = Nothing has happened: no passkey was used.
passkey-no-script = Passkeys need scripts.
