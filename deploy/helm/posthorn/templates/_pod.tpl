{{/* The pods of a role: labels, and how the server runs in them. Given: root, role, roles (POSTHORN_ROLES), ports, volumes. */}}
{{- define "posthorn.pod" -}}
metadata:
  labels: { app: posthorn, role: {{ .role }} }
  annotations: { prometheus.io/scrape: "true", prometheus.io/port: "3000", prometheus.io/path: /metrics }
spec:
  # Prevents variables of Services from being read as settings.
  enableServiceLinks: false
  automountServiceAccountToken: false
  terminationGracePeriodSeconds: {{ .root.Values.terminationGracePeriodSeconds }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels: { app: posthorn, role: {{ .role }} }
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    seccompProfile: { type: RuntimeDefault }
  containers:
    - name: posthorn
      image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
      env:
        - { name: POSTHORN_ROLES, value: {{ .roles | quote }} }
      envFrom:
        - configMapRef: { name: posthorn }
        - secretRef: { name: {{ .root.Values.existingSecret }} }
      ports:
        - { name: http, containerPort: 3000 }
        {{- if eq .role "smtp" }}
        - { name: submission, containerPort: 2587 }
        - { name: submissions, containerPort: 2465 }
        {{- end }}
      # The server connects to the engines before it listens.
      startupProbe:
        httpGet: { path: /health/live, port: http }
        periodSeconds: 3
        timeoutSeconds: 3
        failureThreshold: 100
      livenessProbe:
        httpGet: { path: /health/live, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /health/ready, port: http }
        periodSeconds: 5
        timeoutSeconds: 5
        failureThreshold: 2
      {{- if eq .role "api" }}
      lifecycle:
        # The Service removes a pod shortly after the pod is told to stop.
        preStop:
          exec: { command: [sleep, "5"] }
      {{- end }}
      resources: {{- toYaml .root.Values.resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: temporary, mountPath: /tmp }
        {{- if eq .role "smtp" }}
        - { name: certificate, mountPath: /certificate, readOnly: true }
        {{- end }}
  volumes:
    {{- if ne .role "projections" }}
    - name: data
      emptyDir: { sizeLimit: 256Mi }
    {{- end }}
    - name: temporary
      emptyDir: { sizeLimit: 1Gi }
    {{- if eq .role "smtp" }}
    # Reloaded when it is renewed.
    - name: certificate
      secret: { secretName: {{ .root.Values.smtp.certificateSecret }}, defaultMode: 0440 }
    {{- end }}
{{- end -}}

{{- define "posthorn.budget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: posthorn-{{ .role }}
  namespace: {{ .root.Release.Namespace }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels: { app: posthorn, role: {{ .role }} }
{{- end -}}
