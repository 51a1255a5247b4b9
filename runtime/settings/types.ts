/** Settings as they hold, after flag, environment, file and default were weighed. Keys are those of `settings.json`. */
export interface Settings {
  readonly coding: {
    readonly read_before_edit: "off" | "warn" | "enforce";
    readonly read_gate: "auto" | "turn" | "session" | "off";
    readonly edit_max_content_lines: number;
    readonly edit_max_needle_lines: number;
    /** Absolute path of the checkpoint store. */
    readonly checkpoint_dir: string;
    readonly checkpoint_retention_days: number;
    readonly checkpoint_max_blob_bytes: number;
    /** Blobs and rows together; 0: no bound. */
    readonly checkpoint_max_store_bytes: number;
    readonly durability: "full" | "normal";
    readonly turn_idle_seconds: number;
    readonly post_edit_diagnostics: "on" | "off";
    /** Seconds. */
    readonly diagnostics_timeout: number;
    readonly typescript_diagnostics: "off" | "syntax" | "project";
  };
}
