/** What `SECRET_FILES` is for other systems. */
export const WINDOWS_SECRET_FILES: readonly string[] = [
  "~/AppData/{Local,Roaming}/Microsoft/{Credentials,Crypto,Protect,Vault,SystemCertificates}",
  "~/AppData/Roaming/{gcloud,GitHub CLI,gnupg,NuGet,Bitwarden,Mozilla,Thunderbird,Opera Software}",
  "~/AppData/Local/{1Password,Bitwarden,Mozilla,Packages}",
  "~/AppData/Local/{Google/Chrome,Chromium,BraveSoftware/Brave-Browser,Microsoft/Edge,Vivaldi}/User Data",
  "~/AppData/Roaming/Code/User/globalStorage/state.vscdb",
  "~/AppData/Roaming/Microsoft/Windows/PowerShell/PSReadLine",
  "C:/Windows/System32/config",
];

/** What `SETTINGS_FILES` is for other systems. */
export const WINDOWS_SETTINGS_FILES: readonly string[] = [
  "~/Documents/{PowerShell,WindowsPowerShell}",
  "~/OneDrive/Documents/{PowerShell,WindowsPowerShell}",
  "~/AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Startup",
  "C:/{ProgramData,Program Files}/Git/etc",
  "C:/ProgramData/Microsoft/Windows/Start Menu/Programs/Startup",
  "C:/Windows/{Tasks,System32/{Tasks,drivers/etc,WindowsPowerShell}}",
];
